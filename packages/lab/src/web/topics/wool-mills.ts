/** Wool mills, for the synthetic web. */
import type { TopicText } from './topic-text.ts'

export const woolMills: TopicText = {
  title: 'Wool mills',
  words: ['wool', 'fleece', 'looms', 'spinning', 'yarn', 'weavers', 'dye', 'tweed', 'shearing', 'carding'],
  parts: [
    {
      heading: 'fleeces and shearing',
      facts: [
        'The shearing gang of {name} clipped {number} sheep in {year}.',
        'In {year} the crofter {name} brought {number} fleeces to the mill door.',
        'The wool sorter {name} rejected {number} fleeces for burrs in {year}.',
      ],
      fillers: [
        'Shearing begins when the new wool has risen and the fleece peels off like a coat.',
        'A fleece is rolled with the flesh side out and tied with its own neck wool.',
        'Sorters judge a fleece by its crimp and pull a lock to hear whether it is sound.',
        'Crofters wash their sheep in the burn some days before shearing.',
      ],
    },
    {
      heading: 'spinning, carding and yarn',
      facts: [
        'The spinning mule installed by {name} turned {number} spindles in {year}.',
        'In {year} the carder {name} prepared {number} pounds of rolls for spinning.',
        'The yarn that {name} wound in {year} filled {number} bobbins.',
      ],
      fillers: [
        'Carding combs the wool into an airy web from which the rolls are drawn.',
        'Yarn for warp is spun harder than yarn for weft.',
        'A spinning mule draws out and twists all its threads at one stroke.',
        'Oil is worked into the wool before carding, so that it does not fly.',
      ],
    },
    {
      heading: 'looms, dyes and tweed',
      facts: [
        'The weaver {name} finished {number} yards of tweed in {year}.',
        'In {year} the dyer {name} gathered {number} baskets of crotal lichen.',
        'The loom shed of {name} housed {number} looms in {year}.',
      ],
      fillers: [
        'Tweed is woven from yarn that was dyed in the wool, which gives it depth.',
        'Lichen dyes a warm brown and lends the cloth its smell.',
        'A pedal loom may stand at home, and most weavers work there.',
        'Weavers soak and beat the cloth until its threads close up.',
      ],
    },
  ],
}
