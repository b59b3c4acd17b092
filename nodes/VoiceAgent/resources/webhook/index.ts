export { register } from './register';
export { sendTestEvent } from './sendTestEvent';
