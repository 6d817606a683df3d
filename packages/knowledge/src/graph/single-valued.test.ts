import { describe, expect, it } from 'vitest'
import { cannotBothBe } from './single-valued.ts'

describe('two ends of a relation', () => {
  it.each([
    ['opened in', '1874', '1875'],
    ['founded on', '3 April 1881', '5 May 1878'],
    ['founded by', 'Maren Holt', 'Pell Ardis'],
    ['born in', 'Port Ivern', 'Great Carrow'],
    ['first crossed by', 'Anselm Dray', 'Britta Sorn'],
    ['first keeper', 'Anselm Dray', 'Britta Sorn'],
    ['height m', '38.6', '41'],
    ['length', '412 metres', '400 metres'],
  ])('cannot both be: %s %s, %s', (relation, one, other) => {
    expect(cannotBothBe(relation, one, other)).toBe(true)
  })

  it.each([
    ['designed', 'Hob Skerry Light', 'Mole of Port Ivern'],
    ['is', '38.6 metres', '2.7 metres'],
    ['is', 'painter', 'engineer'],
    ['opened', 'Long Bridge', 'Old Mill'],
    ['first crossed', 'Long Bridge', 'Old Bridge'],
    ['born in', 'Port Ivern', '1838'],
    ['opened in', '1874', 'June 1874'],
    ['founded by', 'Holt', 'Maren Holt'],
    ['not founded in', '1878', '1881'],
    ['height', '38.6 metres', '127 feet'],
    ['met', 'Pell Ardis', 'Anna Sorn'],
  ])('can both be: %s %s, %s', (relation, one, other) => {
    expect(cannotBothBe(relation, one, other)).toBe(false)
  })
})
