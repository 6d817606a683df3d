/** Lighthouses, for the synthetic web. */
import type { TopicText } from './topic-text.ts'

export const lighthouses: TopicText = {
  title: 'Lighthouses',
  words: ['lighthouse', 'lamp', 'lens', 'beam', 'keeper', 'tower', 'lantern', 'reef', 'foghorn', 'beacon'],
  parts: [
    {
      heading: 'lamps, lenses and beams',
      facts: [
        'The lens ground by {name} threw a beam of {number} candles in {year}.',
        'In {year} the lamp designed by {name} burned {number} gallons of colza oil.',
        'The lantern room of {name} was glazed with {number} panes in {year}.',
      ],
      fillers: [
        'A lens of stepped prisms bends the light of one small lamp into a level beam.',
        'Lamps were wound like clocks, and a falling weight kept the lens turning.',
        'The colour and the rhythm of a beam tell a mariner which tower it is.',
        'Soot on the lantern panes dims a lamp more than a poor wick does.',
      ],
    },
    {
      heading: 'keepers and their watches',
      facts: [
        'The keeper {name} logged {number} night watches up to {year}.',
        'In {year} the widow of keeper {name} was granted a pension of {number} shillings.',
        'The relief of keeper {name} was late by {number} hours in {year}.',
      ],
      fillers: [
        'Keepers divide the night into watches and sign the log when they hand over.',
        'A keeper polishes the brass at dawn, when the lamp is put out.',
        'Families of keepers lived at the foot of the tower until the stations were automated.',
        'The log of a keeper notes the weather, the oil and every sail in sight.',
      ],
    },
    {
      heading: 'towers, reefs and foghorns',
      facts: [
        'The tower that {name} raised on the outer reef stood {number} courses of granite high in {year}.',
        'In {year} the foghorn of {name} sounded {number} blasts in a single fog.',
        'The reef beacon set up by {name} was lost after {number} tides in {year}.',
      ],
      fillers: [
        'Stones of a reef tower are dovetailed so that no wave can draw one out.',
        'A foghorn is of use where fog hides every beam for days.',
        'Unlit beacons mark the reefs that are too low to carry a tower.',
        'The door of a tower is high above the rock, and a ladder is let down from it.',
      ],
    },
  ],
}
