// The action node's operations that talk to the API or to Keycloak, as a node's parameters name them.
export const getCurrent = { resource: 'user', operation: 'getCurrent' };
export const getServerSettings = {
	resource: 'identity',
	operation: 'getServerSettings',
};
export const getUserInfo = { resource: 'identity', operation: 'getUserInfo' };
export const refreshToken = {
	resource: 'identity',
	operation: 'refreshToken',
	refresh: 'always',
};
export const signOut = { resource: 'identity', operation: 'signOut' };
export const verifyToken = { resource: 'identity', operation: 'verifyToken' };
