/** Kelp farms, for the synthetic web. */
import type { TopicText } from './topic-text.ts'

export const kelpFarms: TopicText = {
  title: 'Kelp farms',
  words: ['kelp', 'fronds', 'spores', 'hatchery', 'longline', 'holdfast', 'iodine', 'seaweed', 'ash', 'drying'],
  parts: [
    {
      heading: 'hatcheries and spores',
      facts: [
        'The hatchery of {name} seeded {number} spools with kelp spores in {year}.',
        'In {year} the biologist {name} found {number} spores on one blade of sugar kelp.',
        'The nursery tank that {name} filled in {year} took {number} litres of filtered water.',
      ],
      fillers: [
        'Ripe kelp sheds its spores in autumn, and the hatchery catches them on twine.',
        'Spores settle within a day and need dim blue light to grow.',
        'A hatchery that lets in one grazing snail may lose a whole tank of seedlings.',
        'Wild kelp is the parent of each new batch of spores, so that the stock stays hardy.',
      ],
    },
    {
      heading: 'longlines and harvest',
      facts: [
        'The longline moored by {name} bore {number} holdfasts in {year}.',
        'In {year} the diver {name} cut {number} bundles of fronds during one harvest.',
        'The harvest barge of {name} was laden with {number} crates of wet kelp in {year}.',
      ],
      fillers: [
        'Fronds hang from a longline like washing and reach down to the shade.',
        'A holdfast has no roots: it grips the rope and takes its food from the water.',
        'Harvest comes in spring, before small animals settle on the fronds.',
        'Buoys keep a longline level, and a screw anchor keeps it in its place.',
      ],
    },
    {
      heading: 'iodine, ash and fertiliser',
      facts: [
        'The ash kiln of {name} yielded {number} ounces of iodine in {year}.',
        'In {year} the chemist {name} paid for {number} stone of kelp ash.',
        'The drying loft of {name} supplied {number} growers with seaweed meal in {year}.',
      ],
      fillers: [
        'Kelp ash was once the only source of iodine that physicians had.',
        'Seaweed meal feeds a potato field and keeps slugs away from it.',
        'Drying takes a week on racks and a night in a heated loft.',
        'Gel from kelp thickens ink, ice cream and plaster alike.',
      ],
    },
  ],
}
