/** What the command line asks for. */
import { type Peer, peers } from './catalogue.ts'

export const workloadNames = ['A', 'B', 'C', 'D', 'E'] as const
export type WorkloadName = (typeof workloadNames)[number]

export type Options = {
  readonly only: readonly WorkloadName[]
  readonly peers: readonly Peer[]
  readonly rounds: number
  readonly isQuick: boolean
  readonly writes: boolean
}

const known = ['only', 'peers', 'rounds', 'quick', 'write']

export function parseOptions(args: readonly string[]): Options {
  const given = new Map(args.map(pairOf))
  for (const name of given.keys()) {
    if (!known.includes(name)) throw new Error(`There is no option \`${name}\`. Options: ${known.join(', ')}.`)
  }
  const isQuick = given.has('quick')
  const rounds = Number(given.get('rounds') ?? (isQuick ? 1 : 7))
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds is a whole number from 1 on.')
  const isWhole = !given.has('only') && !given.has('peers')
  if (given.has('write') && !isWhole) throw new Error('--write is for a run of everything, with all peers.')
  if (given.has('write') && isQuick)
    throw new Error('--write is for whole rounds: the page says what they are made of.')
  return {
    only: chosen('only', given.get('only'), workloadNames),
    peers: chosen(
      'peers',
      given.get('peers'),
      peers.map(({ name }) => name),
    ).flatMap((name) => peers.find((peer) => peer.name === name) ?? []),
    rounds,
    isQuick,
    writes: given.has('write'),
  }
}

function pairOf(arg: string): [string, string] {
  const [name = '', value = ''] = arg.replace(/^--/, '').split('=', 2)
  return [name, value]
}

/** Those named, in the order of the tables; all when none is. */
function chosen<T extends string>(option: string, list: string | undefined, all: readonly T[]): readonly T[] {
  if (list === undefined) return all
  const names = list.split(',')
  const unknown = names.find((name) => !all.some((one) => one === name))
  if (unknown !== undefined) throw new Error(`--${option} has no \`${unknown}\`. There are: ${all.join(', ')}.`)
  return all.filter((one) => names.includes(one))
}
