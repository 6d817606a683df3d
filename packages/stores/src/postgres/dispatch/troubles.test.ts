import { describe, expect, it } from 'vitest'
import { Troubles } from './troubles.ts'

function heard() {
  const lines: string[] = []
  return { lines, troubles: new Troubles((line) => lines.push(line)) }
}

describe('troubles', () => {
  it('are told without the names that the queue has for its own parts, and so once', () => {
    const { lines, troubles } = heard()
    for (const worker of ['f14f7ad6-0fdf', '0b6d1c55-77aa']) {
      const error = new Error(`connect ECONNREFUSED (Queue: __pgboss__send-it, Worker: ${worker})`)
      troubles.failed('The queue', error)
    }
    troubles.tell('The queue: Warning: slow query. Your database server should be reviewed')
    expect(lines).toEqual([
      'The queue: connect ECONNREFUSED',
      'The queue: slow query. Your database server should be reviewed',
    ])
  })

  it('are told as they are where they are of a session', () => {
    const { lines, troubles } = heard()
    troubles.tell('Session s1 cannot be run here and is left to other workers: no tool `pay` (of Queue Ltd.)')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('no tool `pay` (of Queue Ltd.)')
  })
})
