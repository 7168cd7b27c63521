// What cells of tables say of a dish, in the 13 languages of the product, which come first. Lowercase; '|' separates them.

/** Of what can be ordered, and "yes". */
export const YES =
  'yes|y|true|1|x|✓|✔|on|available|in stock|instock|active|live|enabled|visible|published|' +
  'ja|j|wahr|verfügbar|vorrätig|lieferbar|aktiv|sichtbar|oui|o|vrai|disponible|en stock|actif|sì|si|sí|s|vero|verdadero|disponibile|attivo|activo|' +
  'sim|verdadeiro|disponível|ativo|waar|beschikbaar|op voorraad|actief|tak|t|prawda|dostępne|dostępny|dostępna|aktywny|evet|e|doğru|var|mevcut|aktif|' +
  'نعم|متوفر|متاح|כן|זמין|במלאי|はい|有|あり|販売中|○|是|有货|在售|да|так|ano|áno|kyllä|igen|da|ναι|네|예|có|ใช่';

/** Of what can't be ordered now, and "no". */
export const NO =
  'out of stock|ausverkauft|agotado|épuisé|אזל|esaurito|売り切れ|uitverkocht|wyprzedane|esgotado|tükendi|نفد|售罄|' +
  "no|n|false|0|-|✗|✘|off|unavailable|not available|sold out|soldout|outofstock|86'd|inactive|disabled|" +
  'nein|falsch|aus|nicht verfügbar|nicht lieferbar|inaktiv|non|faux|épuisée|indisponible|rupture|rupture de stock|inactif|falso|agotada|no disponible|inactivo|' +
  'esaurita|non disponibile|inattivo|não|nao|esgotada|indisponível|inativo|nee|onwaar|niet beschikbaar|inactief|nie|fałsz|wyprzedany|wyprzedana|niedostępne|niedostępny|niedostępna|nieaktywny|' +
  'hayır|h|yanlış|yok|pasif|لا|غير متوفر|غير متاح|לא|לא זמין|いいえ|無|なし|売切|品切れ|×|否|无货|卖完|下架|нет|ні|ne|nej|nei|ei|nem|nu|όχι|아니오|không|ไม่';

/** Of what is not on the menu any more, or not yet. */
export const NOT_PUBLISHED =
  '-1|archived|draft|hidden|discontinued|deleted|unlisted|private|pending|archiviert|entwurf|brouillon|borrador|bozza|rascunho|concept|szkic|taslak';

/** Of a row or a sheet that is no dish: what is chosen with one, and what holds several. */
export const NO_DISH =
  'modifier|modifiers|modifier group|modifier groups|modifier item|modifier option|modifier options|modifier set|modifier sets|menu group|' +
  'option group|option groups|modifikator|modifikatoren|modificateur|modificateurs|modificador|modificadores|modificatore|modificatori|' +
  'modyfikator|modyfikatory|модификатор|модификаторы|группа модификаторов|модифікатор|модифікатори';

/** The size of what has only one. */
export const ONE_SIZE =
  'regular|default|default title|standard|normal|one size|each|einheitsgröße|unique|única|unica|taille unique';
