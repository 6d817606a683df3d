/** Salt works, for the synthetic web. */
import type { TopicText } from './topic-text.ts'

export const saltWorks: TopicText = {
  title: 'Salt works',
  words: ['salt', 'brine', 'pans', 'evaporation', 'crystals', 'boiling', 'rakers', 'seawater', 'coarse', 'sluice'],
  parts: [
    {
      heading: 'evaporation pans and brine',
      facts: [
        'The evaporation pan dug by {name} held {number} barrels of brine in {year}.',
        'A survey of {year} by {name} counted {number} sluice gates between the brine pans.',
        'The brine main of {name} ran for {number} feet along the pans when it opened in {year}.',
      ],
      fillers: [
        'Seawater enters the first pan through a sluice and is left to the sun and the wind.',
        'Brine that is strong enough carries a fresh egg, and rakers still test a pan in this way.',
        'Evaporation is slow under cloud, so shallow pans lie on the southern slope.',
        'Clay floors keep the brine of a pan from seeping away into the sand.',
      ],
    },
    {
      heading: 'grades of salt and their sale',
      facts: [
        'The merchant {name} sold {number} sacks of coarse salt in {year}.',
        'In {year} the grader {name} set the price of flaked salt at {number} pence a load.',
        'The salt store of {name} burned with {number} sacks of fine crystals in {year}.',
      ],
      fillers: [
        'Coarse salt goes to curers, and flaked salt is kept for the table.',
        'Graders sift the crystals through three sieves and name each grade by its sieve.',
        'A damp store spoils fine salt within a season, so sacks of it are sold first.',
        'Grey crystals fetch less than white ones though they taste the same.',
      ],
    },
    {
      heading: 'boiling houses and rakers',
      facts: [
        'The boiling house of {name} employed {number} rakers in {year}.',
        'In {year} the rakers under {name} struck for {number} days over their salt allowance.',
        'The iron boiling tray that {name} bought in {year} weighed {number} pounds.',
      ],
      fillers: [
        'Rakers draw the crystals to the rim of the tray before they sink and harden.',
        'A boiling house needs peat day and night, and its roof is open to let the steam out.',
        'Boiling gives finer salt than the sun does, at a far greater expense.',
        'The trays are scraped of scale whenever the boiling stops.',
      ],
    },
  ],
}
