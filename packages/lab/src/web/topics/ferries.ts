/** Ferries, for the synthetic web. */
import type { TopicText } from './topic-text.ts'

export const ferries: TopicText = {
  title: 'Ferries',
  words: ['ferry', 'crossing', 'passengers', 'timetable', 'fares', 'pier', 'deck', 'hull', 'engine', 'purser'],
  parts: [
    {
      heading: 'crossings and timetables',
      facts: [
        'The ferry of {name} made {number} crossings in {year}.',
        'In {year} the timetable drawn up by {name} listed {number} sailings.',
        'The winter crossing under {name} was cancelled {number} times by {year}.',
      ],
      fillers: [
        'A crossing takes as long as the ebb allows, whatever the timetable says.',
        'The timetable changes twice a year, and each village keeps the old one on its wall.',
        'A ferry that misses its slot waits off the pier until the next one is free.',
        'Sunday sailings were argued about for longer than any other line of the timetable.',
      ],
    },
    {
      heading: 'passengers and fares',
      facts: [
        'The purser {name} sold {number} return tickets in {year}.',
        'In {year} the inspector {name} counted {number} passengers who had paid no fare.',
        'The fare rise that {name} announced in {year} was opposed by {number} commuters.',
      ],
      fillers: [
        'Fares are lower for passengers who live there all the year round.',
        'Passengers with bicycles board last and leave first.',
        'A purser knows most commuters by name and rarely asks for a ticket.',
        'Fares cover half of what a sailing costs, and a grant covers the rest.',
      ],
    },
    {
      heading: 'vessels, engines and piers',
      facts: [
        'The car deck that {name} lengthened in {year} takes {number} vehicles.',
        'In {year} the engine overhauled by {name} had run for {number} hours.',
        'The pier that {name} rebuilt in {year} rests on {number} piles.',
      ],
      fillers: [
        'A double hull lets a ferry turn in its own length beside the pier.',
        'Engines are overhauled in the quiet month, one vessel after the other.',
        'Worms eat timber piles, so the newer piers stand on steel.',
        'The ramp of the car deck is lowered by hand when the power fails.',
      ],
    },
  ],
}
