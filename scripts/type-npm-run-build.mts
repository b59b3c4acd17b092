// An error on purpose. `n8n-node build` deletes dist, runs tsc, which writes nothing here, and would report
// success. It reads tsconfig.json, which alone includes this file: tsconfig.sources.json is what we check.
export default 'n8n-node build' satisfies 'npm run build';
