/** Names of test files or parts of them, as jest takes them, that follow a command. */
export function readPatterns(argv) {
	return argv.filter((part, index) => !part.startsWith('--') && argv[index - 1] !== '--results');
}
