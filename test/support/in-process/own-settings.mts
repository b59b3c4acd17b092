// How this machine sets its own n8n and its proxies is no matter of a test.
for (const name of Object.keys(process.env)) {
	if (name !== 'N8N_USER_FOLDER' && /^N8N_|_proxy$/i.test(name)) delete process.env[name];
}
