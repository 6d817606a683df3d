/** Weeks and weekends in other languages, by their English phrase: no library reads them as stretches. */

const phrases: readonly (readonly [string, RegExp])[] = [
  [
    'this weekend',
    /^(dieses wochenende|wochenende|ce week-?end|este fin de semana|este fim de semana|(questo )?(fine settimana|week-?end)|dit weekend|今週末|本周末|这个周末)$/,
  ],
  ['coming weekend', /^(kommendes wochenende|kommenden wochenende|komend weekend)$/],
  [
    'next weekend',
    /^(nachstes wochenende|nachsten wochenende|week-?end prochain|(proximo )?fin de semana( que viene)?|proximo fim de semana|fim de semana que vem|(fine settimana|week-?end) prossimo|prossimo (fine settimana|week-?end)|volgend weekend|来週末|下个?周末)$/,
  ],
  ['this week', /^(diese woche|cette semaine|esta semana|questa settimana|deze week|今週|本周|这周)$/],
  [
    'next week',
    /^(nachste woche|kommende woche|semaine prochaine|proxima semana|semana que (viene|vem)|prossima settimana|settimana prossima|volgende week|来週|下周|下个?星期)$/,
  ],
  [
    'next month',
    /^(nachsten monat|nachster monat|mois prochain|proximo mes|mes que (viene|vem)|prossimo mese|mese prossimo|volgende maand|来月|下个?月)$/,
  ],
  [
    'end of the month',
    /^(monatsende|ende des monats|fin (du|de) mois|(a )?fin(ales)? de mes|fim do mes|fine (del )?mese|einde van de maand|月末|月底)$/,
  ],
]

export function inEnglish(text: string): string {
  return phrases.find(([, pattern]) => pattern.test(text))?.[0] ?? text
}
