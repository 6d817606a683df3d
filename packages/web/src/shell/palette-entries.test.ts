import { describe, expect, it } from 'vitest'
import { type Entry, found } from './palette-entries.ts'

const entry = (label: string, also?: string): Entry => ({
  value: label,
  label,
  icon: 'arrow',
  run: () => {},
  ...(also !== undefined && { also }),
})

const groups = [
  { value: 'Go to', items: [entry('Sessions'), entry('Settings', 'reasoning')] },
  { value: 'Goals', items: [entry('Heat pump for the house'), entry('The sessions of May')] },
]

const labels = (typed: string) =>
  found(groups, typed).map(({ value, items }) => [value, items.map(({ label }) => label)])

describe('the palette', () => {
  it('shows everything before anything is typed', () => {
    expect(labels('')).toEqual([
      ['Go to', ['Sessions', 'Settings']],
      ['Goals', ['Heat pump for the house', 'The sessions of May']],
    ])
  })

  it('finds what has every word, in any case and order, and leaves empty groups out', () => {
    expect(labels('house HEAT')).toEqual([['Goals', ['Heat pump for the house']]])
  })

  it('finds by what does not stand in the line', () => {
    expect(labels('reasoning')).toEqual([['Go to', ['Settings']]])
  })

  it('puts first what begins with what was typed', () => {
    const goals = [{ value: 'Goals', items: [entry('My sessions'), entry('Sessions of May')] }]
    expect(found(goals, 'sess')[0]?.items.map(({ label }) => label)).toEqual(['Sessions of May', 'My sessions'])
  })

  it('shows no more of a group than one looks through', () => {
    const many = [{ value: 'Goals', items: Array.from({ length: 50 }, (_, at) => entry(`Goal ${at}`)) }]
    expect(found(many, 'goal')[0]?.items).toHaveLength(8)
    expect(found([{ value: 'This session', items: many[0]?.items ?? [], isWhole: true }], '')[0]?.items).toHaveLength(
      50,
    )
  })
})
