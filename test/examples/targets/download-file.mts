import type { IBinaryData } from 'n8n-workflow';
import type { N8nSession } from '../../../host/n8n/n8n-session.mts';

/** The text of a file of an execution, as the editor's download button gets it. */
export async function downloadFile(session: N8nSession, file: IBinaryData): Promise<string> {
	if (file.id === undefined) return Buffer.from(file.data, 'base64').toString('utf8');
	const id = encodeURIComponent(file.id);
	return session.page(`${session.url}/rest/binary-data?id=${id}&action=download`);
}
