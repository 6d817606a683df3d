/** Commands that prove, copy and let go of what is kept, and that look after the place itself. */
import type { CommandGroup } from '../command.ts'

export const keepGroup: CommandGroup = {
  name: 'Keep',
  commands: [
    {
      name: 'verify',
      summary: 'Whether a journal is what was written',
      args: 'ID | --all',
      arity: [0, 1],
      options: {
        all: { type: 'boolean', description: 'Every session' },
        head: {
          type: 'string',
          value: 'SEQ:CHAIN',
          description: 'A head noted earlier: the journal must still hold it',
        },
      },
      examples: ['gyre verify last', 'gyre verify --all'],
      load: async () => (await import('../commands/verify.ts')).verify,
    },
    {
      name: 'export',
      summary: 'The journal of a session as JSON lines',
      args: 'ID',
      arity: [1, 1],
      options: { out: { type: 'string', short: 'o', value: 'FILE', description: 'Where to; stdout when left out' } },
      examples: ['gyre export last > session.jsonl', 'gyre export last -o session.jsonl'],
      load: async () => (await import('../commands/export.ts')).exportJournal,
    },
    {
      name: 'prune',
      summary: 'Remove ended sessions by age, number or size',
      args: '',
      arity: [0, 0],
      options: {
        'older-than': { type: 'string', value: 'TIME', description: 'Those that ended longer ago: 30d, 12h' },
        keep: { type: 'string', value: 'N', description: 'All but the newest N' },
        'max-size': { type: 'string', value: 'SIZE', description: 'The oldest, until the rest fits: 500MB' },
        'dry-run': { type: 'boolean', description: 'Only say what would go' },
      },
      examples: ['gyre prune --older-than 30d --dry-run', 'gyre prune --keep 100 --max-size 500MB'],
      load: async () => (await import('../commands/prune.ts')).prune,
    },
    {
      name: 'migrate',
      summary: 'Move everything from SQLite to PostgreSQL',
      remark:
        'Nothing is lost, and nothing is run meanwhile: end every process that uses the SQLite file first. Afterwards it is renamed, so that nobody runs the same sessions twice. GYRE_DATABASE_URL says where to.',
      args: '',
      arity: [0, 0],
      options: {
        from: { type: 'string', value: 'KIND', description: 'sqlite: the file of the data folder, or of the config' },
        to: { type: 'string', value: 'KIND', description: 'postgres: the empty database at GYRE_DATABASE_URL' },
        yes: { type: 'boolean', short: 'y', description: 'Do not ask before' },
      },
      examples: ['gyre migrate --from sqlite --to postgres', 'gyre migrate --from sqlite --to postgres --yes'],
      load: async () => (await import('../commands/migrate.ts')).migrate,
    },
    {
      name: 'doctor',
      summary: 'What works here, what does not, and what to do about it',
      args: '',
      arity: [0, 0],
      options: {},
      examples: ['gyre doctor', 'gyre doctor --json'],
      load: async () => (await import('../commands/doctor.ts')).doctor,
    },
    {
      name: 'init',
      summary: 'Make a small project that works',
      args: '[DIR]',
      arity: [0, 1],
      options: { yes: { type: 'boolean', short: 'y', description: 'Do not ask before files are made' } },
      examples: ['gyre init', 'gyre init my-project --yes'],
      load: async () => (await import('../commands/init.ts')).init,
    },
  ],
}
