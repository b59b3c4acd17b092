// Loaded into n8n before its own code. The channel to the process that started n8n closes when that
// process ends, however it ends: a test run or an `npm start` that is killed leaves no n8n behind.
const stopLimitMs = 5000;

process.once('disconnect', () => {
	// Its output leads nowhere any more, over which n8n stumbles on its way down.
	setTimeout(() => process.kill(process.pid, 'SIGKILL'), stopLimitMs);
	process.kill(process.pid, 'SIGTERM');
});
process.channel?.unref();

export {};
