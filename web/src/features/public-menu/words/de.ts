import type { Words } from './words.ts';

export const de: Words = {
  menu: 'Speisekarte',
  title: 'Speisekarte von {name}',
  summary: 'Was es heute bei {name} gibt, mit aktuellen Preisen.',
  language: 'Sprache',
  close: 'Schließen',

  loading: 'Speisekarte wird geladen …',
  missing: 'Speisekarte nicht gefunden. Bitte prüfen Sie die Adresse und versuchen Sie es noch einmal.',
  retry: 'Noch einmal versuchen',
  offline: 'Offline. Stand der Karte: {time}.',
  mayHaveChanged: 'Preise und Gerichte können sich seitdem geändert haben.',

  openUntil: 'Bis 22 Uhr geöffnet',
  categories: 'Rubriken der Speisekarte',
  allItems: 'Alle Gerichte',
  more: 'Weiteres',
  next: 'Weiter: {name}',
  comingSoon: 'Diese Speisekarte folgt in Kürze.',
  emptyCategory: 'Hier gibt es gerade nichts.',

  search: 'Speisekarte durchsuchen',
  searchHint: 'Gerichte suchen',
  closeSearch: 'Suche schließen',
  noDishes: 'Keine Gerichte gefunden',
  dishes: { one: '{count} Gericht', other: '{count} Gerichte' },
  soldOutHidden: {
    one: '{count} ausverkauftes Gericht ausgeblendet',
    other: '{count} ausverkaufte Gerichte ausgeblendet',
  },
  hideSoldOut: 'Ausverkauftes ausblenden',

  outOfStock: 'Ausverkauft',
  popular: 'Beliebt',
  featured: 'Empfehlung',
  expand: 'mehr',
  collapse: 'weniger',
  about: 'über {name}',

  readyToOrder: 'Schon gewählt?',
  askServer: 'Sprechen Sie unser Personal an.',
  callOrVisit: 'Rufen Sie uns an oder kommen Sie vorbei.',
  callUs: 'Rufen Sie uns an, wir kümmern uns um den Rest.',
  visitUs: 'Kommen Sie vorbei. Wir haben einen Tisch für Sie.',
  tellServer: 'Sagen Sie unserem Personal einfach, was Sie möchten.',
  call: 'Anrufen',
  directions: 'Route planen',
  madeBy: 'Speisekarte von {product}',

  updated: 'Die Speisekarte wurde aktualisiert.',
  nowCosts: '{name} kostet jetzt {price}.',
  nowSoldOut: '{name} ist ausverkauft.',
  nowAvailable: '{name} gibt es wieder.',
  nowNew: 'Neu: {name}.',
  nowGone: '{name} ist nicht mehr auf der Karte.',
};
