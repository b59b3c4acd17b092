export { getCurrent } from './getCurrent';
