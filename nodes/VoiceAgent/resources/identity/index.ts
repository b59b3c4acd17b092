export { getProviderConfiguration } from './getProviderConfiguration';
export { getUserInfo } from './getUserInfo';
export { signOut } from './signOut';
export { verifyToken } from './verifyToken';
