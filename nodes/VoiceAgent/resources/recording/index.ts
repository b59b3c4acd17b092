export { download } from './download';
