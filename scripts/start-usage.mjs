/** What may follow `npm start --`. Plain JavaScript: it is shown before anything is installed. */
export const startUsage = `npm start -- [--once] [--reset] [--verbose] [--data FOLDER] [--n8n VERSION]

  --once     end after the first conversation instead of staying up
  --reset    first delete the n8n of earlier starts, with its workflows and credentials
  --verbose  show everything that the tools and n8n write, and the addresses of every server
  --data     folder for what a second start reuses (default: .sandbox in the clone)
  --n8n      another n8n, one of those in host/n8n/versions
  --help     show this`;
