export { getProviderConfiguration } from './getProviderConfiguration';
export { getUserInfo } from './getUserInfo';
export { keepSignInAlive } from './keepSignInAlive';
export { signOut } from './signOut';
export { verifyToken } from './verifyToken';
