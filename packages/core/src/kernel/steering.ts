/**
 * Guidance on its way to the branches.
 *
 * It goes to the next request of the branch to an author or a planner: a judge or a utility would use it up, and the
 * work would go on without. Where a `map` runs, every branch of it gets it once; a map that begins later does not, and
 * neither does the loop when one of its branches had it.
 */
import type { Json, JsonObject } from '../json.ts'
import type { Intervention } from '../ports/store.ts'
import type { Branch } from './branch.ts'
import type { InterventionBody } from './intervention.ts'

type Taken = Promise<Intervention | undefined>

type Steer = { intervention: Intervention; readonly appliedBy: Set<string>; taken?: Taken }

/** Whether a request is to somebody who does the work. */
export function takesGuidance(request: Json): boolean {
  const { role = 'author' } = request as JsonObject
  return role === 'author' || role === 'planner'
}

export class Steering {
  #steers: Steer[] = []

  get isEmpty(): boolean {
    return this.#steers.length === 0
  }

  add(intervention: Intervention): void {
    this.#steers.push({ intervention, appliedBy: new Set() })
  }

  /** Guidance that some branches had before a restart, and others not. */
  restore(intervention: Intervention, appliedBy: Iterable<string>): void {
    this.#steers.push({ intervention, appliedBy: new Set(appliedBy), taken: Promise.resolve(intervention) })
  }

  /** What the next request of this branch is to be given. The first branch takes it from the store for all. */
  give(branch: Branch, take: (id: string) => Taken): readonly Taken[] {
    return this.#steers
      .filter((steer) => isFor(steer, branch.path))
      .map((steer) => {
        steer.appliedBy.add(branch.path)
        steer.taken ??= take(steer.intervention.id)
        // Outside of a map nobody else is waiting for it.
        if (branch.path === '') this.remove(steer.intervention.id)
        return steer.taken
      })
  }

  /** A person changed one that nobody has had. */
  edit(intervention: Intervention): void {
    const steer = this.#steers.find((each) => each.intervention.id === intervention.id)
    if (steer) steer.intervention = intervention
  }

  /** A map is over: guidance its branches had is used up. Of maps inside of maps the outermost counts. */
  mapEnded(path: string): void {
    this.#steers = this.#steers.filter(({ appliedBy }) => ![...appliedBy].some((had) => had.startsWith(`${path}[`)))
  }

  remove(id: string): void {
    this.#steers = this.#steers.filter((steer) => steer.intervention.id !== id)
  }
}

function isFor({ intervention, appliedBy }: Steer, path: string): boolean {
  const { branch: wanted } = intervention.body as InterventionBody<'steer'>
  if (wanted !== undefined && path !== wanted && !path.startsWith(`${wanted}[`) && !path.startsWith(`${wanted}/`))
    return false
  for (const had of appliedBy) if (!areBeside(had, path)) return false
  return true
}

/** Whether two branches part ways in one and the same `map`, so that what one had the other may have too. */
function areBeside(one: string, other: string): boolean {
  const [ones, others] = [forksOf(one), forksOf(other)]
  const parting = ones.findIndex((fork, depth) => fork !== others[depth])
  if (parting < 0) return false
  const sibling = others[parting]
  return sibling !== undefined && mapOf(ones[parting] ?? '') === mapOf(sibling)
}

/** The ways into a branch, map by map: `a#1[0]` and `/b#1[2]` of `a#1[0]/b#1[2]`. */
function forksOf(path: string): readonly string[] {
  return path.split(/(?<=\])/)
}

/** `act#2` of `act#2[0]`. */
function mapOf(fork: string): string {
  return fork.slice(0, fork.lastIndexOf('['))
}
