import { describe, it } from 'vitest'
import { race } from '../../../test/swapped-root.ts'
import { bestAccess } from './access/held.ts'

describe.runIf(bestAccess === 'handles')('while somebody swaps', () => {
  it('a folder and a link, nothing outside is read or changed', () => race('a folder and a link', 10), 60_000)
})
