import * as z from 'zod/v4-mini';

// zod would compile a parser for each object schema by `new Function`, and tries that out when the
// schema is made. So core/index.ts imports this file before any file with a schema.
z.config({ jitless: true });
