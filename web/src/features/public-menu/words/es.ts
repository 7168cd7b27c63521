import type { Words } from './words.ts';

export const es: Words = {
  menu: 'Carta',
  title: 'La carta de {name}',
  summary: 'Lo que {name} ofrece hoy, con los precios al día.',
  language: 'Idioma',
  close: 'Cerrar',

  loading: 'Cargando la carta…',
  missing: 'No encontramos la carta. Revisa la dirección e inténtalo de nuevo.',
  retry: 'Intentar de nuevo',
  offline: 'Sin conexión. La carta es la de este momento: {time}.',
  mayHaveChanged: 'Los precios y los platos pueden haber cambiado desde entonces.',

  openUntil: 'Abierto hasta las 22:00',
  categories: 'Secciones de la carta',
  allItems: 'Toda la carta',
  more: 'Otros',
  next: 'Siguiente: {name}',
  comingSoon: 'Esta carta estará lista muy pronto.',
  emptyCategory: 'Ahora mismo no hay nada aquí.',

  search: 'Buscar en la carta',
  searchHint: 'Buscar platos',
  closeSearch: 'Cerrar la búsqueda',
  noDishes: 'No se ha encontrado ningún plato',
  dishes: { one: '{count} plato', many: '{count} de platos', other: '{count} platos' },
  soldOutHidden: {
    one: '{count} plato agotado oculto',
    many: '{count} de platos agotados ocultos',
    other: '{count} platos agotados ocultos',
  },
  hideSoldOut: 'Ocultar lo agotado',

  outOfStock: 'Agotado',
  popular: 'Muy pedido',
  featured: 'Recomendado',
  expand: 'más',
  collapse: 'menos',
  about: 'sobre {name}',

  readyToOrder: '¿Ya sabes qué pedir?',
  askServer: 'Pídeselo a tu camarero.',
  callOrVisit: 'Llámanos o pásate a vernos.',
  callUs: 'Llámanos y nosotros nos encargamos del resto.',
  visitUs: 'Pásate: tenemos una mesa para ti.',
  tellServer: 'Dile a tu camarero lo que te apetece.',
  call: 'Llamar',
  directions: 'Cómo llegar',
  madeBy: 'Carta hecha con {product}',

  updated: 'La carta se ha actualizado.',
  nowCosts: '{name} ahora cuesta {price}.',
  nowSoldOut: '{name}: agotado.',
  nowAvailable: '{name}: disponible de nuevo.',
  nowNew: 'Nuevo: {name}.',
  nowGone: '{name} ya no está en la carta.',
};
