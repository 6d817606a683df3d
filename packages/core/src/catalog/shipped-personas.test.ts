import { memoryStore } from '@gyre/stores'
import { describe, expect, it } from 'vitest'
import { loops } from '../loops/index.ts'
import { type Persona, personaSchema } from './persona.ts'
import { Personas } from './personas.ts'
import { shippedPersonas } from './shipped-personas.ts'

const personas = shippedPersonas.map(({ persona }) => persona as Persona)

describe('shipped personas', () => {
  it('are these, with these loops', () => {
    expect(personas.map(({ name, loop, config }) => [name, loop, config?.['maxAgenticRounds']])).toEqual([
      ['chat', 'experts', 0],
      ['deep', 'experts', 3],
      ['benchmark', 'experts', 4],
      ['fast', 'experts', 0],
      ['hotel', 'waves', undefined],
      ['supervised', 'reason', undefined],
    ])
  })

  it.each(personas)('`$name` has the shape of a persona, says what it is for, and has no name of a loop', (persona) => {
    expect(personaSchema.safeParse(persona).error).toBeUndefined()
    expect(persona.description).toMatch(/^[A-Z].{20,110}$/)
    expect(loops.map(({ name }) => name)).not.toContain(persona.name)
  })

  it('have no fault with the loops there are', async () => {
    const shelf = { catalog: memoryStore().catalog, owner: 'ann', now: () => 1 }
    const all = new Personas({ ...shelf, loops, given: shippedPersonas })
    for (const { name } of personas) expect(await all.get(name)).toMatchObject({ version: null, source: 'shipped' })
  })
})
