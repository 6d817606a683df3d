/** The crash matrix on PostgreSQL: another worker takes the session over and goes on. The rest is among the long tests. */
import { crashesOnPostgres } from '../postgres/crashes.ts'

crashesOnPostgres([
  'react with native tools',
  'parallel branches with equal names',
  'cache, embedder and memory',
  'questions and an approval',
  'large requests and results',
])
