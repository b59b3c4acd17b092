export { getServerSettings } from './getServerSettings';
export { getUserInfo } from './getUserInfo';
export { refreshToken } from './refreshToken';
export { signOut } from './signOut';
export { verifyToken } from './verifyToken';
