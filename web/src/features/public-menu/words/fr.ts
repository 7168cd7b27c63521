import type { Words } from './words.ts';

export const fr: Words = {
  menu: 'Carte',
  title: 'La carte de {name}',
  summary: 'Ce que {name} propose aujourd’hui, avec les prix à jour.',
  language: 'Langue',
  close: 'Fermer',

  loading: 'Chargement de la carte…',
  missing: 'Carte introuvable. Vérifiez l’adresse et réessayez.',
  retry: 'Réessayer',
  offline: 'Hors ligne. Carte telle qu’elle était à ce moment : {time}.',
  mayHaveChanged: 'Les prix et les plats ont pu changer depuis.',

  openUntil: 'Ouvert jusqu’à 22 h',
  categories: 'Rubriques de la carte',
  allItems: 'Toute la carte',
  more: 'Autres',
  next: 'Suite : {name}',
  comingSoon: 'Cette carte arrive bientôt.',
  emptyCategory: 'Rien ici pour le moment.',

  search: 'Chercher dans la carte',
  searchHint: 'Chercher un plat',
  closeSearch: 'Fermer la recherche',
  noDishes: 'Aucun plat trouvé',
  dishes: { one: '{count} plat', many: '{count} de plats', other: '{count} plats' },
  soldOutHidden: {
    one: '{count} plat épuisé masqué',
    many: '{count} de plats épuisés masqués',
    other: '{count} plats épuisés masqués',
  },
  hideSoldOut: 'Masquer les plats épuisés',

  outOfStock: 'Épuisé',
  popular: 'Très demandé',
  featured: 'À l’honneur',
  expand: 'plus',
  collapse: 'moins',
  about: 'sur {name}',

  readyToOrder: 'Vous avez choisi ?',
  askServer: 'Adressez-vous à votre serveur.',
  callOrVisit: 'Appelez-nous ou passez nous voir.',
  callUs: 'Appelez-nous, on s’occupe du reste.',
  visitUs: 'Passez nous voir, une table vous attend.',
  tellServer: 'Dites simplement à votre serveur ce qui vous ferait plaisir.',
  call: 'Appeler',
  directions: 'Itinéraire',
  madeBy: 'Carte réalisée avec {product}',

  updated: 'La carte a été mise à jour.',
  nowCosts: '{name} est maintenant à {price}.',
  nowSoldOut: '{name} : épuisé.',
  nowAvailable: '{name} : de nouveau disponible.',
  nowNew: 'Nouveau : {name}.',
  nowGone: '{name} n’est plus à la carte.',
};
