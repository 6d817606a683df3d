/** Commands that serve others: the server and its keys. */
import type { CommandGroup, OptionSpec } from '../command.ts'
import { withServer } from '../server-package.ts'

const demoPace: OptionSpec = {
  type: 'string',
  value: 'MS',
  description: 'How long the demo model takes for a reply, to watch it',
}

export const serveGroup: CommandGroup = {
  name: 'Serve',
  commands: [
    {
      name: 'serve',
      summary: 'Serve loops over HTTP: OpenAI-compatible, REST, AG-UI, MCP',
      remark:
        'Every request needs a key of `gyre keys add`, or the login that is printed at the start. Sessions that were interrupted go on. Ctrl-C suspends those that run.',
      args: '',
      arity: [0, 0],
      options: {
        host: { type: 'string', value: 'ADDRESS', description: 'Where to listen; 127.0.0.1 when left out' },
        port: { type: 'string', value: 'PORT', description: '4111 when left out; 0 takes any that is free' },
        'no-auth': { type: 'boolean', description: 'Ask nobody for a key; on this machine alone' },
        'demo-pace': demoPace,
        concurrency: {
          type: 'string',
          value: 'N',
          description:
            'Sessions that run here at once, of those that wait; 0: workers alone run them. On PostgreSQL 20 when left out',
        },
        detach: { type: 'boolean', description: 'A session whose client goes away runs on' },
      },
      examples: ['gyre serve', 'gyre serve --port 8080', 'gyre serve --host 0.0.0.0'],
      load: async () => (await withServer(() => import('../commands/serve.ts'))).serveCommand,
    },
    {
      name: 'worker',
      summary: 'Run sessions that wait, for servers and queues elsewhere',
      remark:
        'On PostgreSQL any number of workers, on any number of machines, share the sessions that wait; on SQLite those of this machine. Ctrl-C or SIGTERM lets steps in flight end and hands the sessions over; the second one ends at once.',
      args: '',
      arity: [0, 0],
      options: {
        concurrency: { type: 'string', value: 'N', description: 'Sessions that run here at once; 20 when left out' },
        grace: {
          type: 'string',
          value: 'SECONDS',
          description: 'How long steps in flight may take to end, once it is told to end; 5 when left out',
        },
        'demo-pace': demoPace,
      },
      examples: ['gyre worker', 'GYRE_DATABASE_URL=postgres://gyre@db/gyre gyre worker --concurrency 50'],
      load: async () => (await import('../commands/worker.ts')).worker,
    },
    {
      name: 'keys',
      aliases: ['keys list', 'keys ls'],
      summary: 'The keys of the server',
      args: '',
      arity: [0, 0],
      options: {},
      examples: ['gyre keys', 'gyre keys --json'],
      load: async () => (await withServer(() => import('../commands/keys.ts'))).listKeys,
    },
    {
      name: 'keys add',
      summary: 'Make a key; it is shown once',
      remark: 'A viewer looks on, a user runs and steers sessions, an admin changes settings, personas and keys.',
      args: 'NAME',
      arity: [1, 1],
      options: {
        role: { type: 'string', value: 'ROLE', description: 'viewer, user or admin; user when left out' },
        owner: { type: 'string', value: 'OWNER', description: 'Whose sessions it opens; local when left out' },
        persona: {
          type: 'string',
          short: 'p',
          value: 'NAME',
          multiple: true,
          description: 'Only this persona or loop; may be repeated',
        },
        budget: {
          type: 'string',
          value: 'KEY=VALUE',
          multiple: true,
          description:
            'A limit, such as perSession.costUsd=1, perDay.tokens=100000 or perDay.sessions=50; may be repeated',
        },
        expires: { type: 'string', value: 'TIME', description: 'Works for so long: 30d, 12h' },
      },
      examples: ['gyre keys add laptop', 'gyre keys add chat -p researcher --budget perDay.costUsd=5 --expires 90d'],
      load: async () => (await withServer(() => import('../commands/keys.ts'))).addKey,
    },
    {
      name: 'keys revoke',
      aliases: ['keys remove', 'keys rm'],
      summary: 'Let a key open nothing from now on',
      args: 'ID',
      arity: [1, 1],
      options: {},
      examples: ['gyre keys revoke 3f9c2ab45d10'],
      load: async () => (await withServer(() => import('../commands/keys.ts'))).revokeKey,
    },
  ],
}
