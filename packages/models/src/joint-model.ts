/** Several models as one: the first is asked, the others may answer in its place. */
import type { Model, Price } from '@gyre/core'

type Joint = Pick<Model, 'stream'> & {
  /** Asked first. */
  readonly first: Model
  readonly fallbacks?: readonly Model[]
  /** Another id than that of the first. */
  readonly id?: string
  /** Another price than that of the first. */
  readonly price?: Price | undefined
}

/** One request must suit whoever answers it, so all of them have to be able to. A call may show that one is not. */
export function jointModel({ first, fallbacks = [], id = first.id, price = first.price, stream }: Joint): Model {
  const models = [first, ...fallbacks]
  const windows = models.flatMap(({ contextWindow }) => contextWindow ?? [])
  return {
    id,
    ...(windows.length > 0 && { contextWindow: Math.min(...windows) }),
    ...(price && { price }),
    fallbacks,
    get nativeTools() {
      return models.every(({ nativeTools }) => nativeTools !== false)
    },
    get nativeOutput() {
      return models.every(({ nativeOutput }) => nativeOutput === true)
    },
    stream,
  }
}
