import type { Words } from './words.ts';

export const pt: Words = {
  menu: 'Cardápio',
  title: 'Cardápio de {name}',
  summary: 'O que {name} serve hoje, com preços atualizados.',
  language: 'Idioma',
  close: 'Fechar',

  loading: 'Carregando o cardápio…',
  missing: 'Cardápio não encontrado. Confira o endereço e tente de novo.',
  retry: 'Tentar de novo',
  offline: 'Sem conexão. Este é o cardápio de: {time}.',
  mayHaveChanged: 'Preços e pratos podem ter mudado desde então.',

  openUntil: 'Aberto até as 22h',
  categories: 'Seções do cardápio',
  allItems: 'Tudo',
  more: 'Outros',
  next: 'A seguir: {name}',
  comingSoon: 'Este cardápio chega em breve.',
  emptyCategory: 'Nada por aqui no momento.',

  search: 'Buscar no cardápio',
  searchHint: 'Buscar pratos',
  closeSearch: 'Fechar a busca',
  noDishes: 'Nenhum prato encontrado',
  dishes: { one: '{count} prato', many: '{count} de pratos', other: '{count} pratos' },
  soldOutHidden: {
    one: '{count} prato esgotado oculto',
    many: '{count} de pratos esgotados ocultos',
    other: '{count} pratos esgotados ocultos',
  },
  hideSoldOut: 'Ocultar esgotados',

  outOfStock: 'Esgotado',
  popular: 'Mais pedido',
  featured: 'Destaque',
  expand: 'mais',
  collapse: 'menos',
  about: 'sobre {name}',

  readyToOrder: 'Já escolheu?',
  askServer: 'Fale com quem está atendendo você.',
  callOrVisit: 'Ligue para nós ou venha nos visitar.',
  callUs: 'Ligue para nós e cuidamos do resto.',
  visitUs: 'Venha: temos uma mesa para você.',
  tellServer: 'É só dizer o que você gostaria a quem está atendendo.',
  call: 'Ligar agora',
  directions: 'Como chegar',
  madeBy: 'Cardápio feito com {product}',

  updated: 'O cardápio foi atualizado.',
  nowCosts: '{name} agora custa {price}.',
  nowSoldOut: '{name}: esgotado.',
  nowAvailable: '{name}: disponível de novo.',
  nowNew: 'Novidade: {name}.',
  nowGone: '{name} não está mais no cardápio.',
};
