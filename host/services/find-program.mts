import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

// Debian puts PostgreSQL's server programs beside each other by version, off the PATH.
const postgresFolder = '/usr/lib/postgresql';

function listFolders(): string[] {
	const onPath = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
	return [...listPostgresFolders(), ...onPath, '/usr/bin', '/usr/sbin'];
}

function listPostgresFolders(): string[] {
	try {
		const versions = readdirSync(postgresFolder).sort((a, b) => Number(b) - Number(a));
		return versions.map((version) => join(postgresFolder, version, 'bin'));
	} catch {
		// No PostgreSQL of Debian's on this machine; another may be on the PATH.
		return [];
	}
}

/** The path of a program; the newest PostgreSQL's comes first. Throws, naming the Debian package, if it is missing. */
export function findProgram(name: string, debianPackage: string): string {
	const found = listFolders()
		.map((folder) => join(folder, name))
		.find(isExecutable);
	if (found !== undefined) return found;
	throw new Error(
		`The program ${name} is missing. On Debian or Ubuntu: apt-get install -y ${debianPackage}`,
	);
}

function isExecutable(file: string): boolean {
	try {
		accessSync(file, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
