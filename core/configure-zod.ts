import * as z from 'zod/v4-mini';

// zod would compile a parser for each object schema by `new Function`, and tries that out when the
// schema is made. So the build puts this file before all others.
z.config({ jitless: true });
