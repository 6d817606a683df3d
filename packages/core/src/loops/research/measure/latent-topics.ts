/**
 * Topics that the outline lacks, in the chunks that were found and fit none of its topics.
 *
 *     repeat until nothing changes
 *       for each chunk, by id: join the cluster whose centre is most like it, or else open one
 *       move each centre into the middle of its cluster
 *     keep clusters of several chunks, from several hosts, that hold together
 */
import { byId } from './id-order.ts'
import { novelty } from './novelty.ts'
import { labelOf } from './topic-label.ts'
import { dot, unitMean } from './vectors.ts'

/** A chunk that fits no topic. */
export type Residual = {
  readonly id: string
  readonly host: string
  readonly vector: Float32Array
  readonly text: string
}

export type LatentTopic = {
  /** Of its first member. */
  readonly id: string
  readonly label: string
  /** Ids, in their order. */
  readonly members: readonly string[]
  /** How many different ones they are from. */
  readonly hosts: number
  /** How like the middle of the cluster its members are, on average. */
  readonly cohesion: number
  readonly score: number
}

/** Two chunks may be alike by chance. */
const leastMembers = 3

/** What one host alone writes about may be its own advertisement. */
const leastHosts = 2

/** Clusters may swap a chunk for ever. */
const mostPasses = 10

type Cluster = { readonly centre: Float32Array; readonly members: readonly Residual[] }

/** A cluster that is being filled. */
type Group = { readonly centre: Float32Array; readonly members: Residual[] }

/** The most promising first. `likeness` is what a chunk shares at least with a cluster that it joins. */
export function latentTopics(
  residual: readonly Residual[],
  topics: readonly Float32Array[],
  { likeness }: { readonly likeness: number },
): readonly LatentTopic[] {
  return (
    clustersOf(residual, likeness)
      .filter(({ members }) => members.length >= leastMembers && hostsOf(members) >= leastHosts)
      .map((cluster) => latentTopic(cluster, residual, topics))
      // Clusters that were still changing may have drifted away from their members.
      .filter(({ cohesion }) => cohesion >= likeness)
      .toSorted((one, other) => other.score - one.score || byId(one.id, other.id))
  )
}

function clustersOf(residual: readonly Residual[], likeness: number): readonly Cluster[] {
  const ordered = residual.toSorted((one, other) => byId(one.id, other.id))
  let clusters = assigned(ordered, [], likeness)
  for (let pass = 1; pass < mostPasses; pass += 1) {
    const next = assigned(ordered, clusters, likeness)
    if (hasSameMembers(next, clusters)) break
    clusters = next
  }
  return clusters
}

function assigned(ordered: readonly Residual[], around: readonly Cluster[], likeness: number): readonly Cluster[] {
  const groups: Group[] = around.map(({ centre }) => ({ centre, members: [] }))
  for (const chunk of ordered) {
    const { group, shared } = nearest(chunk, groups)
    if (group !== undefined && shared >= likeness) group.members.push(chunk)
    else groups.push({ centre: chunk.vector, members: [chunk] })
  }
  return groups
    .filter(({ members }) => members.length > 0)
    .map(({ members }) => ({ centre: unitMean(members.map(({ vector }) => vector)), members }))
}

/** The first of several. */
function nearest({ vector }: Residual, groups: readonly Group[]): { readonly group?: Group; readonly shared: number } {
  let best: { readonly group?: Group; readonly shared: number } = { shared: Number.NEGATIVE_INFINITY }
  for (const group of groups) {
    const shared = dot(vector, group.centre)
    if (shared > best.shared) best = { group, shared }
  }
  return best
}

function hasSameMembers(ours: readonly Cluster[], theirs: readonly Cluster[]): boolean {
  const idsOf = (clusters: readonly Cluster[]) =>
    JSON.stringify(clusters.map(({ members }) => members.map(({ id }) => id)))
  return idsOf(ours) === idsOf(theirs)
}

function latentTopic(
  { centre, members }: Cluster,
  residual: readonly Residual[],
  topics: readonly Float32Array[],
): LatentTopic {
  const ids = members.map(({ id }) => id)
  const rest = residual.filter((chunk) => !members.includes(chunk)).map(({ text }) => text)
  const cohesion = members.reduce((sum, { vector }) => sum + dot(vector, centre), 0) / members.length
  return {
    id: ids[0] as string,
    label: labelOf(
      members.map(({ text }) => text),
      rest,
    ),
    members: ids,
    hosts: hostsOf(members),
    cohesion,
    score: members.length * cohesion * novelty(centre, topics),
  }
}

function hostsOf(members: readonly Residual[]): number {
  return new Set(members.map(({ host }) => host)).size
}
