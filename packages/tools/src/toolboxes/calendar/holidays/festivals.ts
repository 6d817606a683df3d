/** The festivals that are found without a country. */
import { christianFestivals } from './christian-festivals.ts'
import type { Festival } from './festival.ts'
import { islamicFestivals } from './islamic-festivals.ts'
import { jewishFestivals } from './jewish-festivals.ts'
import { type ComparableName, comparable, type Fit, fitOf } from './name-match.ts'
import { otherFestivals } from './other-festivals.ts'

const festivals: readonly Festival[] = [
  ...jewishFestivals,
  ...islamicFestivals,
  ...christianFestivals,
  ...otherFestivals,
]

let named: readonly { readonly festival: Festival; readonly names: readonly ComparableName[] }[] | undefined

function namedFestivals() {
  named ??= festivals.map((festival) => ({ festival, names: [festival.name, ...festival.aliases].map(comparable) }))
  return named
}

export type FestivalMatch = { readonly fit: Fit; readonly festivals: readonly Festival[] }

/** Those whose names fit best. */
export function findFestivals(asked: ComparableName): FestivalMatch {
  const scored = namedFestivals().map(({ festival, names }) => ({ festival, fit: bestFit(asked, names) }))
  const fit = Math.max(0, ...scored.map((one) => one.fit))
  return { fit, festivals: fit === 0 ? [] : scored.filter((one) => one.fit === fit).map(({ festival }) => festival) }
}

/** Whether a country's own name for a holiday is one of a festival's. */
export function isNameOf(festival: Festival, name: ComparableName): boolean {
  const names = namedFestivals().find((one) => one.festival === festival)?.names ?? []
  return bestFit(name, names) >= 3
}

let bySound: ReadonlyMap<string, Festival> | undefined

/** The festival of exactly this name, spelt as it may be. */
export function festivalNamed(name: string): Festival | undefined {
  bySound ??= new Map(
    namedFestivals()
      .toReversed()
      .flatMap(({ festival, names }) => names.map(({ sound }) => [sound, festival] as const)),
  )
  return bySound.get(comparable(name).sound)
}

export function festivalNames(): readonly string[] {
  return festivals.map(({ name }) => name)
}

function bestFit(asked: ComparableName, names: readonly ComparableName[]): Fit {
  return Math.max(0, ...names.map((name) => fitOf(asked, name)))
}
