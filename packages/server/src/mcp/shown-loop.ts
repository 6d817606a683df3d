/** Loops and personas as a caller is told of them. */
import { GyreError, type Loop, type Persona } from '@gyre/core'
import { z } from 'zod'
import { type Asker, namesFor, targetNamed } from '../session/begin-session.ts'

export type ShownLoop = {
  readonly name: string
  readonly kind: 'persona' | 'loop'
  readonly summary: string
  readonly loop: string
  readonly best_for: string
}

/** All that a caller may run. */
export async function shownLoops(asker: Asker): Promise<readonly ShownLoop[]> {
  const { personas, loops } = asker.tenant.runtime
  const cast = new Map((await personas.list()).map(({ persona }) => [persona.name, persona]))
  const byName = new Map(loops.map((loop) => [loop.name, loop]))
  return (await namesFor(asker)).map((name) => shownLoop(name, cast.get(name), byName))
}

function shownLoop(name: string, persona: Persona | undefined, loops: ReadonlyMap<string, Loop>): ShownLoop {
  const loop = loops.get(persona?.loop ?? name)
  return {
    name,
    kind: persona ? 'persona' : 'loop',
    summary: persona?.description ?? loop?.summary ?? '',
    loop: persona?.loop ?? name,
    best_for: loop?.traits.bestFor ?? '',
  }
}

/** One of them with all its settings. What a caller may not use is not there for them. */
export async function loopSheet(asker: Asker, name: string): Promise<object> {
  const { personas, loops } = asker.tenant.runtime
  const isPersona = (await targetNamed(asker, name)) === 'persona'
  const persona = isPersona ? (await personas.find(name))?.persona : undefined
  const loop = loops.find((each) => each.name === (persona?.loop ?? name))
  if (!loop) throw new GyreError('loop-unknown', `The persona \`${name}\` names a loop that is not there.`, { name })
  const { version, summary, paper, config, traits, example } = loop
  const settings = z.toJSONSchema(config, { io: 'input' })
  return {
    name,
    ...(persona && { persona }),
    loop: loop.name,
    version,
    summary,
    paper,
    config: settings,
    traits,
    example,
  }
}
