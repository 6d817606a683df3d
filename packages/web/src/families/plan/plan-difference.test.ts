import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { differenceOf, lineOf } from './plan-difference.ts'
import { plannedOf } from './planned.ts'

const step = (id: string, goal: string, ...needs: readonly string[]) => plannedOf({ id, goal, needs, tool: 'maths' })

const drawn = (...given: Parameters<typeof differenceOf>) =>
  differenceOf(...given).map(({ kind, pieces }) => {
    const marks = { same: '', added: '+', removed: '−' }
    const marked = pieces.map((piece) => (piece.kind === 'same' ? piece.text : `${marks[piece.kind]}[${piece.text}]`))
    return `${marks[kind]} ${marked.join('')}`
  })

describe('the difference of two plans', () => {
  it('says in one line what is unchanged, then what went, came and changed', () => {
    const before = [step('s1', 'Heat demand'), step('s2', 'Sheets'), step('s4', 'Cost per winter', 's1', 's2', 's3')]
    const after = [step('s1', 'Heat demand'), step('s4', 'Cost per winter', 's1', 's3', 's7'), step('s7', 'SCOP')]
    expect(drawn(before, after)).toEqual([
      ' s1 unchanged',
      '− s2 maths “Sheets”',
      '− s4 maths “Cost per winter” needs s1 −[s2 ]s3',
      '+ s4 maths “Cost per winter” needs s1 s3+[ s7]',
      '+ s7 maths “SCOP”',
    ])
  })

  it('has no line where nothing is other but that', () => {
    expect(drawn([step('1', 'Go')], [step('1', 'Go')])).toEqual([' 1 unchanged'])
    expect(drawn([], [])).toEqual([])
  })

  it('has both lines whole, whatever is marked in them', () => {
    const goal = fc.array(fc.constantFrom('heat', 'cost', 'of', 'the', 'house'), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(goal, goal, (one, other) => {
        const [before, after] = [step('1', one.join(' ')), step('1', other.join(' '))]
        const lines = differenceOf([before], [after]).filter(({ kind }) => kind !== 'same')
        const texts = lines.map(({ pieces }) => pieces.map(({ text }) => text).join(''))
        expect(texts).toEqual(lines.length === 0 ? [] : [lineOf(before), lineOf(after)])
      }),
    )
  })
})
