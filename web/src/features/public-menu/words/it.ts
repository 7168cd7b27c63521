import type { Words } from './words.ts';

export const it: Words = {
  menu: 'Menù',
  title: 'Il menù di {name}',
  summary: 'Che cosa propone oggi {name}, con i prezzi aggiornati.',
  language: 'Lingua',
  close: 'Chiudi',

  loading: 'Il menù si sta caricando…',
  missing: 'Menù non trovato. Controlla l’indirizzo e riprova.',
  retry: 'Riprova',
  offline: 'Sei offline. Il menù è aggiornato a: {time}.',
  mayHaveChanged: 'Da allora prezzi e piatti possono essere cambiati.',

  openUntil: 'Aperto fino alle 22',
  categories: 'Sezioni del menù',
  allItems: 'Tutto il menù',
  more: 'Altro',
  next: 'Continua: {name}',
  comingSoon: 'Questo menù arriverà presto.',
  emptyCategory: 'Qui al momento non c’è nulla.',

  search: 'Cerca nel menù',
  searchHint: 'Cerca un piatto',
  closeSearch: 'Chiudi la ricerca',
  noDishes: 'Nessun piatto trovato',
  dishes: { one: '{count} piatto', many: '{count} di piatti', other: '{count} piatti' },
  soldOutHidden: {
    one: '{count} piatto esaurito nascosto',
    many: '{count} di piatti esauriti nascosti',
    other: '{count} piatti esauriti nascosti',
  },
  hideSoldOut: 'Nascondi gli esauriti',

  outOfStock: 'Esaurito',
  popular: 'Molto richiesto',
  featured: 'Consigliato',
  expand: 'di più',
  collapse: 'di meno',
  about: 'su {name}',

  readyToOrder: 'Hai scelto?',
  askServer: 'Chiedi al personale di sala.',
  callOrVisit: 'Chiamaci o passa a trovarci.',
  callUs: 'Chiamaci: al resto pensiamo noi.',
  visitUs: 'Passa a trovarci, c’è un tavolo per te.',
  tellServer: 'Di’ al personale di sala che cosa desideri.',
  call: 'Chiama',
  directions: 'Indicazioni',
  madeBy: 'Menù creato con {product}',

  updated: 'Il menù è stato aggiornato.',
  nowCosts: '{name} ora costa {price}.',
  nowSoldOut: '{name}: esaurito.',
  nowAvailable: '{name}: di nuovo disponibile.',
  nowNew: 'Novità: {name}.',
  nowGone: '{name} non è più nel menù.',
};
