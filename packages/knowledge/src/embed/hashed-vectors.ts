/** Texts as vectors of what they are made of. */
import { FeatureTable, mostFeatures } from './feature-table.ts'
import { foldedText } from './folded-text.ts'
import { TextFeatures } from './text-features.ts'

const dimensions = 1024

/** Of a longer text the beginning counts. */
const longestText = mostFeatures / 2

/** Its tables are made with the first text. They are used for one text at a time, from beginning to end. */
export function hashedVectors(): (text: string) => Float32Array {
  const table = new FeatureTable()
  const features = new TextFeatures(table)
  const sums = new Float64Array(dimensions)
  return (text) => {
    const folded = foldedText(text.slice(0, longestText)).slice(0, longestText)
    table.begin(2 * folded.length)
    features.read(folded)
    sums.fill(0)
    table.sumInto(sums)
    return unitVector(sums)
  }
}

function unitVector(sums: Float64Array): Float32Array {
  let squares = 0
  for (let at = 0; at < sums.length; at++) squares += (sums[at] as number) ** 2
  const length = squares > 0 ? Math.sqrt(squares) : 1
  const vector = new Float32Array(sums.length)
  for (let at = 0; at < sums.length; at++) vector[at] = (sums[at] as number) / length
  return vector
}
