/** What the quick tests leave out of the crash matrix on PostgreSQL. */
import { crashesOnPostgres } from '../postgres/crashes.ts'

crashesOnPostgres([
  'direct with an answer to be converted',
  'cot with three samples',
  'react with the text protocol',
  'react that spends its calls',
  'a child that spends its share, in a parent that spends its own',
  'loops in a loop',
  'a result that is remembered',
  'plan, notes, phases and proposals',
])
