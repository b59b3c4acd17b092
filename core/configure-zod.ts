import * as z from 'zod/v4-mini';

// Without this setting zod tries `new Function` as soon as a schema is made, to compile a parser. The build
// puts this file before all others.
z.config({ jitless: true });
