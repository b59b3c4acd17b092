import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { nameFile } from './name-file';

/** A file made from a conversation. */
export interface ConversationFile {
	conversationId: string | null;
	content: string;
	/** Without the dot. */
	extension: string;
	mimeType: string;
}

/** An item with these fields that carries the file, as UTF-8, in the binary field of that name. */
export async function createFileItem(
	context: IExecuteFunctions,
	json: IDataObject,
	fieldName: string,
	file: ConversationFile,
): Promise<INodeExecutionData> {
	const binary = await context.helpers.prepareBinaryData(
		Buffer.from(file.content, 'utf8'),
		nameFile(file.conversationId, file.extension),
		file.mimeType,
	);
	return { json, binary: { [fieldName]: binary } };
}
