import { describe, expect, it } from 'vitest'
import { longFacts } from '../../test/support/long-session.ts'
import { logOfFacts, sessionOf } from '../../test/support/session-logs.ts'
import { rowsOf } from './step-rows.ts'
import { StepTree } from './step-tree.ts'

const all = { collapsed: new Set<string>() }

function drawn(paths: readonly string[]): readonly string[] {
  const tree = new StepTree()
  tree.take(sessionOf(paths.map((path) => ({ path }))))
  return rowsOf(tree.root, all).map(({ node, depth, prefix }) => `${'  '.repeat(depth)}${prefix}${node.label}`)
}

describe('the tree of steps', () => {
  it('puts steps below what holds them, and names the loop with it', () => {
    expect(drawn(['episode#1/react/think#1', 'episode#1/react/think#2', 'episode#1', 'evaluate#1'])).toEqual([
      'react',
      '  episode#1/react',
      '    think#1',
      '    think#2',
      '  evaluate#1',
    ])
  })

  it('gathers branches by their number, however they end', () => {
    expect(drawn(['act#1[1]/think#1', 'act#1[0]/think#1', 'act#1[0]/think#2'])).toEqual([
      'react',
      '  act#1[…]',
      '    act#1[0]',
      '      think#1',
      '      think#2',
      '    act#1[1]/think#1',
    ])
  })

  it('draws a single branch as what is in it', () => {
    expect(drawn(['think#1', 'act#1[0]'])).toEqual(['react', '  think#1', '  act#1[0]'])
  })

  it('spans what is inside', () => {
    const tree = new StepTree()
    tree.take(sessionOf([{ path: 'episode#1/think#1' }, { path: 'episode#1/think#2' }]))
    expect(tree.at('episode#1')).toMatchObject({ startedAt: 1000, endedAt: 1200, step: null })
  })

  it('comes to the same bit by bit as at once', () => {
    const facts = longFacts(400)
    const [growing, whole] = [new StepTree(), new StepTree()]
    for (let length = 1; length <= facts.length; length += 37) growing.take(logOfFacts(facts.slice(0, length)))
    growing.take(logOfFacts(facts))
    whole.take(logOfFacts(facts))
    const shape = (tree: StepTree) => rowsOf(tree.root, all).map(({ node, depth }) => `${depth} ${node.path}`)
    expect(shape(growing)).toEqual(shape(whole))
  })

  it('takes in no more at once than it is told to, and says whether that was all', () => {
    const log = logOfFacts(longFacts(400))
    const [pieces, whole] = [new StepTree(), new StepTree()]
    whole.take(log)
    expect([pieces.take(log, 150), pieces.take(log, 150), pieces.take(log, 150)]).toEqual([false, false, true])
    const shape = (tree: StepTree) => rowsOf(tree.root, all).map(({ node, depth }) => `${depth} ${node.path}`)
    expect(shape(pieces)).toEqual(shape(whole))
  })

  it('shows what people did before the step they did it at', () => {
    const log = sessionOf([{ path: 'think#1' }])
    const data = { id: 'int_1', action: 'steer', by: 'browser', at: 'think#2' }
    const told = { v: 1, at: '1970-01-01T00:00:01.500Z', session: log.id } as const
    log.apply({ ...told, seq: 9, type: 'intervention.applied', data })
    log.apply({ ...told, seq: 10, type: 'step.finished', path: 'think#2', data: { kind: 'generate', ms: 300 } })
    const tree = new StepTree()
    tree.take(log)
    expect(tree.root.children.map(({ label }) => label)).toEqual(['think#1', 'steer', 'think#2'])
  })

  it('shows the end of a pause after the step that ended before it, and after the pause', () => {
    const log = sessionOf([{ path: 'think#1' }])
    const told = (seq: number, action: string, ms: number, at: string) => {
      const data = { id: `int_${seq}`, action, by: 'browser', at }
      log.apply({ v: 1, seq, at: new Date(ms).toISOString(), type: 'intervention.applied', session: log.id, data })
    }
    told(8, 'pause', 1050, '')
    told(9, 'resume', 1900, 'think#1')
    const tree = new StepTree()
    tree.take(log)
    expect(tree.root.children.map(({ label }) => label)).toEqual(['think#1', 'pause', 'resume'])
  })

  it('forgets a running step that never ended', () => {
    const log = sessionOf([{ path: 'think#1' }])
    const at = new Date(1200).toISOString()
    log.apply({
      v: 1,
      at,
      type: 'step.started',
      session: log.id,
      path: 'act#1[0]',
      data: { kind: 'tool', tool: 'web.search' },
    })
    const tree = new StepTree()
    tree.take(log)
    expect(tree.at('act#1[0]')?.running?.name).toBe('web.search')
    log.running.clear()
    tree.take(log)
    expect(tree.root.children.map(({ label }) => label)).toEqual(['think#1'])
  })
})
