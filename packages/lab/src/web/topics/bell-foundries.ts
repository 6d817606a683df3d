/** Bell foundries, for the synthetic web. */
import type { TopicText } from './topic-text.ts'

export const bellFoundries: TopicText = {
  title: 'Bell foundries',
  words: ['bell', 'bronze', 'foundry', 'casting', 'mould', 'tin', 'clapper', 'chime', 'tuning', 'founder'],
  parts: [
    {
      heading: 'bronze, moulds and casting',
      facts: [
        'The founder {name} poured {number} hundredweight of bronze in {year}.',
        'In {year} the loam mould built by {name} cracked after {number} minutes.',
        'The casting pit of {name} was lined with {number} bricks in {year}.',
      ],
      fillers: [
        'Bell bronze is four parts of copper to one of tin, and too much tin makes it brittle.',
        'A mould of loam, goat hair and dung lets the gases of the casting escape.',
        'A founder pours without a pause, for bronze that cools between leaves a seam.',
        'The casting stays in its pit for days, and is dug out when a hand can bear it.',
      ],
    },
    {
      heading: 'tuning and chimes',
      facts: [
        'The tuner {name} shaved {number} grains from one bell in {year}.',
        'In {year} the chime hung by {name} rang {number} changes without a fault.',
        'The treble bell that {name} tuned in {year} hums for {number} heartbeats.',
      ],
      fillers: [
        'Tuning takes metal from the inside of a bell, and none can be put back.',
        'The hum of a bell lies an octave below the note that it strikes.',
        'A chime sounds sour when a single bell is out of tune with its hum.',
        'Tuners listen with a fork pressed to the lip of the bell.',
      ],
    },
    {
      heading: 'clappers, frames and founders',
      facts: [
        'The clapper forged by {name} struck {number} times before it broke in {year}.',
        'In {year} the oak bell frame of {name} was pinned with {number} pegs.',
        'The foundry of {name} trained {number} founders up to {year}.',
      ],
      fillers: [
        'A clapper that is too heavy cracks the bell which it strikes.',
        'Founders travelled with their tools and cast a bell beside the church that wanted it.',
        'Bell frames are of oak, because iron passes the shaking on to the wall.',
        'Each founder signs a bell with a mark below its shoulder.',
      ],
    },
  ],
}
