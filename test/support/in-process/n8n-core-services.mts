interface ServiceContainer {
	set(type: object, instance: object): void;
}

/** What n8n-core itself would load, seen from where it stands: no export leads there. */
export const requireOfN8n = (name: string) =>
	require(require.resolve(name, { paths: [require.resolve('n8n-core')] }));

/** Puts a service in the container of n8n-core in place of its own. */
export function replaceService(type: object, instance: object): void {
	const { Container }: { Container: ServiceContainer } = requireOfN8n('@n8n/di');
	Container.set(type, instance);
}
