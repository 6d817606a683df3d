/** What rooms cost by season and rate, whether they are free or not. */
import { defineTool, type Tool, toolOutput } from '@gyre/core'
import { z } from 'zod'
import { counted } from '../../calendar/dates/spoken-date.ts'
import { isMeantType } from '../booking/offers.ts'
import type { Property, PropertySource, Room } from '../properties/property.ts'
import { rates } from '../properties/rates.ts'
import { seasonsText } from '../properties/seasons.ts'
import { chosenProperties, propertyField, roomTypeField } from './fields.ts'

type Row = { readonly property: Property; readonly room: Room }

export function getRatesTool(source: PropertySource): Tool {
  return defineTool({
    name: 'pms.get_rates',
    description:
      'Lists the prices of hotel rooms for a night by season, what boards cost for each guest, and the rates there are. It does not tell whether a room is free.',
    input: z.object({ property: propertyField, room_type: roomTypeField }),
    effect: 'pure',
    trusted: true,
    run: async ({ property, room_type: roomType }) => {
      const found = chosenProperties(await source(), property)
      const rows = found.flatMap((each) =>
        each.rooms.filter((room) => isMeantType(room, roomType)).map((room) => ({ property: each, room })),
      )
      return toolOutput({ text: ratesText(rows, found), data: ratesData(rows, found) })
    },
  }) as Tool
}

function ratesText(rows: readonly Row[], properties: readonly Property[]): string {
  return [
    'EUR for a night and room, before boards.',
    ...rows.map(
      ({ property, room: { type, name, price } }) =>
        `- ${property.name} (${property.id}): ${name} (${type}): low ${price.low}, mid ${price.mid}, high ${price.high}`,
    ),
    ...properties.map((property) => `Boards at ${property.name}: ${boardsText(property)}.`),
    `Seasons (month-day): ${seasonsText()}.`,
    `Rates: ${Object.values(rates)
      .map(
        ({ rateCode, name, off, leastNights }) =>
          `${rateCode}: ${off} % off, from ${counted(leastNights, 'night')} on, ${name}`,
      )
      .join('; ')}.`,
  ].join('\n')
}

function boardsText({ boards }: Property): string {
  return Object.entries(boards)
    .map(([board, { adult, child }]) => `${board} ${adult} for an adult, ${child} for a child`)
    .join('; ')
}

function ratesData(rows: readonly Row[], properties: readonly Property[]) {
  return {
    count: rows.length,
    currency: 'EUR',
    rooms: rows.map(({ property, room: { type, price } }) => ({
      property: property.id,
      room_type: type,
      per_night: { ...price },
    })),
    boards: Object.fromEntries(properties.map(({ id, boards }) => [id, boards])),
    rates: Object.values(rates).map(({ rateCode, off, leastNights, refundable }) => ({
      rate_code: rateCode,
      percent_off: off,
      least_nights: leastNights,
      refundable,
    })),
  }
}
