/** The modern server as a program. With the argument `both` it takes older clients, too. */
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { type ModernState, modernServer } from './modern-server.ts'

const state: ModernState = {
  hasGrown: false,
  onChange: () => {},
  onCancel: () => process.stderr.write('cancelled\n'),
}

serveStdio(() => modernServer(state), { legacy: process.argv[2] === 'both' ? 'serve' : 'reject' })
