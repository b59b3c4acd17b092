export { register } from './register';
