/** An alternative of patterns, longest first. */
export const longestFirst = (patterns: readonly string[]): string =>
  patterns.toSorted((a, b) => b.length - a.length).join('|');

/** The same of words in a list, in which "_" stands for a blank. */
const anyOf = (words: string) => longestFirst(words.replaceAll('.', '\\.').replaceAll('_', '\\s').split(' '));

/** What a number before it measures or counts. */
export const UNITS = anyOf(
  'hours days weeks months years stunden tage wochen monate jahre heures jours mois ans ore giorni mesi anni abv vol vol. stars pieces ' +
    'l lt ltr liter ליטר litre litro cl dl ml cm mm g gr גרם hg kg oz oz. fl_oz lb lbs " inch pcs pc pz st stk stück pièces pezzi piezas pers. ' +
    'personen persons people personnes persone min min. minuten minutes minuti kcal kj x × h hrs uhr pm am a.m. p.m. % ° ' +
    'гр г мл л шт غ جم مل لتر قطع قطعة حبات حبة مل 個 本 枚 人前 人 種 切れ 貫 皿 杯 名 分 時 点 年',
);

/** Sizes of a dish or drink. */
export const SIZES = anyOf(
  'small medium large regular half whole full mini single double glass bottle carafe pint cup bowl slice piece shot pot ½ ¼ ¾ ' +
    'fl. fl gl. gl st. stk. port. port kl. kl gr. kar. klein kleine kleiner mittel groß große großer halb halbe glas flasche karaffe tasse becher kännchen portion einfach doppelt ' +
    'petit petite moyen moyenne grand grande verre bouteille pichet demi tasse simple ' +
    'piccolo piccola medio media normale bicchiere bottiglia calice caraffa mezza intera tazza doppio doppia ' +
    'pequeño pequeña mediano mediana ración doble copa botella jarra media ' +
    'sm sm. lg lg. med. reg reg. pt pt. qt qt. btl btl. dz dz. doz doz. chico chica entera entero halv hel liten lille stor flaska flaske klein groot mała mały duża duży malé velké s m l xl xxl 小 中 大 特大 並 並盛 大盛 小盛 グラス ボトル صغير وسط كبير كأس زجاجة',
);

/** Prices that guests have to ask for. */
export const ASKED = anyOf(
  'see_board ask_your_server siehe_tafel nach_angebot voir_ardoise market_price mkt mkt. mkt_price price_on_request on_request ask_for_price n.v. n._v. nach_vereinbarung preis_auf_anfrage auf_anfrage nach_tagespreis m.p. mp s.q. sq prix_du_jour selon_arrivage (?:au_)?prix_du_marché sur_demande tagespreis (?:(?:nach|zum)_)?marktpreis nach_gewicht a_peso prezzo_del_giorno prezzo_di_mercato s/m según_mercado precio_(?:de|según)_mercado dagspris dagens_pris dagprijs 時価 حسب_الوزن',
);

/** Words for a dish that can't be ordered now. */
export const SOLD_OUT = anyOf(
  "sold_out soldout out_of_stock unavailable not_available 86'd ausverkauft nicht_verfügbar nicht_lieferbar esaurito esaurita non_disponibile épuisé épuisée indisponible non_disponible en_rupture " +
    'agotado agotada no_disponible esgotado esgotada indisponível uitverkocht niet_beschikbaar wyprzedane wyprzedany niedostępne niedostępny vyprodáno nedostupné elfogyott slutsåld slutsålt slut_för_dagen udsolgt utsolgt loppu ' +
    'tükendi epuizat indisponibil εξαντλήθηκε нет_в_наличии немає_в_наявності نفد نفدت غير_متوفر אזל לא_זמין 売り切れ 売切れ 売切 品切れ 完売 售罄 卖完 沽清 품절 hết_hàng หมด',
);
/** Such words that mean something else without a dash or brackets around them: "Soup 5 - out", "(aus)". */
export const OUT = 'out|off|aus|op|rupture|finito|finita|terminato|terminata|fini|slut|brak|yok|n/a';
/** Words before them: "derzeit nicht verfügbar". */
export const AT_PRESENT =
  'currently|temporarily|today|leider|derzeit|zurzeit|zur zeit|momentan|aktuell|heute|actuellement|momentanément|temporairement|actualmente|temporalmente|hoy|al momento|momentaneamente|temporaneamente|oggi|atualmente|tijdelijk|momenteel|obecnie|şu anda|временно';

const SINCE = 'from ab à_partir_de dès da a_partire_da desde a_partir_de vanaf fra från od от від';

/** Words before the price of a dish, most of them before its lowest. */
export const FROM = anyOf(`${SINCE} starting_at nur jetzt slechts 各 kun tylko`);

const PRICES =
  'price|preis|prix|prezzo|precio|preço|prijs|fiyat|fiyatı|pris|ár|会员价|原价|现价|特价|цена|ціна|τιμή|السعر|سعر|מחיר|価格|料金|价格|售价|가격|giá|ราคา';

/** Words that say no more than that a price follows: "Preis: 8,50", "Price per person 35". */
export const PRICE_WORD = new RegExp(`^(?:${PRICES})[:：]?\\s*`, 'iu');
export const PRICE_LABEL = new RegExp(
  `^(?:${PRICES})[:：]?(?: (?:per|pro|par|por|je|a|à|p\\.|za|för|kişi|за) ?\\p{L}[\\p{L}\\d .,]{0,30})?$`,
  'iu',
);

/** What says that taxes are paid on top. */
export const NET =
  /(?<!\p{L})(?:netto|neto|net|excl|exkl|zzgl|plus (?:tax|vat|mwst)|\+ ?(?:tax|vat|mwst|iva|tva|btw|kdv|ндс)|ex\.? (?:vat|tax)|hors taxes?|ht|bez vat|bez dph|hariç|без ндс)(?!\p{L})|税抜|税別|未税|不含税|부가세 별도|غير شامل/iu;

/** Words before what is paid on top of a dish's price, or comes with it. */
export const ADDED = 'add|plus|extra|dazu|supplément|aggiunta';
export const WITH = 'with|w/|mit|avec|con';
/** Words with which the line below a name goes on. */
export const NAME_GOES_ON = 'with|w/|served with|mit|dazu|con|avec|med|met';
/** Words with which a line goes on with what stands above it. */
export const LINE_GOES_ON = 'with|and|or|add|extra|served with|mit|und|oder|dazu|con|e|o|avec|et|ou|y';
/** Words after which a name or sentence goes on. */
export const JOINS =
  'with|and|of|in|for|mit|und|an|auf|für|con|e|ed|di|al|alla|allo|ai|de|du|des|pour|et|au|aux|à|la|le|y|del|para|en|w/';

/** Words between two prices, between a price and how many pieces it is for, and between two numbers or times. */
export const OR = 'or|oder|ou|o';
export const FOR = 'for|für|pour|por|per|para|voor|za|за';
export const TO = 'to|bis|à';

/** Words that stand before times, and none but times. */
export const BEFORE_TIME =
  "until|till|bis|jusqu'à|fino alle|hasta las|tot|até|dalle|dalle ore|desde las|a partir de las|klokken";

/** "11.30" */
export const HOUR = String.raw`(?:[01]?\d|2[0-4])[.:](?:00|15|30|45)`;
const CLOCK = String.raw`(?:${HOUR}(?: ?(?:uhr|uur|h|hrs|am|pm))?|\d{1,2} ?(?:uhr|uur|h|hrs|am|pm))`;

/** From or until when there is what a heading names: "Wines from 5 pm", "Weine ab 17.30", which may be a price as well. */
export const HOURS_AT_END = new RegExp(`[ \\t]\\(?(?:${anyOf(SINCE)}|${BEFORE_TIME}) ${CLOCK}\\)?$`, 'iu');

/** Words beside what is paid on top of a price that stands elsewhere. */
export const SURCHARGES = anyOf(
  'supplement supplements supplément suppléments suppl suppl. supp supp. suppl.: supplemento suplemento surcharge upcharge aufpreis aufschlag zuschlag mehrpreis maggiorazione recargo toeslag meerprijs ' +
    'tillägg tillegg tillæg tilkøb tilvalg changement_de_garniture dopłata doplatek příplatek felár supliment lisämaksu ek_ücret доплата надбавка 追加料金 追加 加价 추가 إضافة تكلفة_إضافية תוספת',
);

/** Words for a price that is of several courses together. */
export const SET_MENUS = anyOf(
  'menu menú menù menü formule formula set_menu set_lunch set_dinner prix_fixe tasting_menu degustazione dégustation degustation degustación gastronomique meny menukaart zestaw',
);

/** Counted courses: "three courses", "2-Gang", "3 plats". */
export const COURSE_COUNT =
  /(?<![\p{L}\d])(?:\d|one|two|three|four|five|six|seven|zwei|drei|vier|fünf|deux|trois|quatre|cinq|due|tre|quattro|dos|tres|cuatro)[\s-]*(?:courses?|gänge|gang|plats|services|portate|platos|gangen|rätter|retter|dań|chodů)(?!\p{L})/iu;

/** What the courses of a meal are called. */
export const COURSES = new RegExp(
  `^(?:${anyOf(
    'starter starters mains main_course main_courses main dessert desserts to_start to_finish entrée entrées plat plats plats_principaux fromages amuse-bouche vorspeise vorspeisen hauptgang hauptgänge hauptgericht hauptgerichte ' +
      'dessert nachspeise nachspeisen nachtisch antipasto antipasti primo primi secondo secondi dolce dolci entrante entrantes primero primeros segundo segundos postre postres voorgerecht voorgerechten hoofdgerecht hoofdgerechten nagerecht ' +
      'förrätt förrätter varmrätt varmrätter efterrätt efterrätter przystawki przystawka zupy dania_główne danie_główne desery deser',
  )})[:.]?$`,
  'iu',
);

/** What the other sections of a menu are called: alone on a line between two dishes, such a word describes neither. */
export const SECTIONS = new RegExp(
  `^(?:${anyOf(
    'appetizers small_plates snacks soups salads sides side_dishes sandwiches burgers pizza pizzas pasta kids drinks soft_drinks hot_drinks cold_drinks beverages coffee tea wine wines red_wine red_wines white_wine white_wines beer beers cocktails spirits ' +
      'suppen salate beilagen kindergerichte getränke alkoholfreie_getränke warme_getränke heiße_getränke kaffee tee wein weine rotwein rotweine weißwein weißweine bier biere spirituosen ' +
      'soupes salades accompagnements pâtes boissons boissons_chaudes cafés vin vins vins_rouges vins_blancs bières spiritueux ' +
      'zuppe insalate contorni pizze bevande caffè vini vini_rossi vini_bianchi birre ' +
      'sopas ensaladas guarniciones bebidas cafés vinos vinos_tintos vinos_blancos cervezas ' +
      'entradas saladas massas peixes carnes sobremesas vinhos cervejas polévky předkrmy hlavní_jídla nápoje dezerty çorbalar salatalar ana_yemekler tatlılar içecekler ' +
      'soepen bijgerechten dranken koffie wijn wijnen bieren drycker napoje zupy sałatki',
  )})[:.]?$`,
  'iu',
);

/** Words of which a number that follows is no price. */
export const NUMBERED = anyOf(
  'no no. nr nr. n° nº kw num. № # since seit depuis dal desde anno est. est established for für pour per para of aged serves feeds ages under over unter über before after vitamin page seite pagina ' +
    'página p. s. tel tel. © to bis à room zimmer منذ هاتف',
);

/** Words of which a small number that follows is a part of the name. */
export const COUNTED = anyOf('menu menü menú menù meny course gang part teil set section');

export const WEEKDAYS =
  'mo|di|mi|do|fr|sa|so|mon|tue|wed|thu|fri|sat|sun|lun|mar|mer|jeu|ven|sam|dim|gio|dom|sab|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|monday|tuesday|wednesday|thursday|friday|saturday|sunday|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica|' +
  'lunes|martes|miércoles|jueves|viernes|sábado|domingo|segunda-feira|terça-feira|quarta-feira|quinta-feira|sexta-feira|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|zondag|' +
  'måndag|tisdag|onsdag|torsdag|fredag|lördag|söndag|mandag|tirsdag|lørdag|søndag|poniedziałek|wtorek|środa|czwartek|piątek|sobota|niedziela|pondělí|úterý|středa|čtvrtek|pátek|neděle|' +
  'pazartesi|salı|çarşamba|perşembe|cuma|cumartesi|понедельник|вторник|среда|четверг|пятница|суббота|воскресенье|الاثنين|الثلاثاء|الأربعاء|الخميس|الجمعة|السبت|الأحد|' +
  '月曜日?|火曜日?|水曜日?|木曜日?|金曜日?|土曜日?|日曜日?|星期[一二三四五六日天]|周[一二三四五六日]';

/** Several of them. */
const DAYS = anyOf(
  'daily every_day weekdays? weekends? mon-fri täglich wochentags werktags wochenende en_semaine week-end feriali festivi entre_semana fin_de_semana doordeweeks weekend dni_robocze hafta_içi hafta_sonu 平日 土日 週末 工作日 周末',
);

/** Words of which a range that follows is a time. */
export const OPEN_HOURS = anyOf(
  'open daily weekdays weekends hours happy_hour breakfast brunch lunch dinner kitchen frühstück mittagstisch mittags abends küche ' +
    'geöffnet täglich petit_déjeuner déjeuner dîner ouvert colazione pranzo cena aperto desayuno almuerzo abierto',
);

const STREETS = 'via|viale|piazza|corso|calle|avenida|rue|شارع';

/** "Via Garibaldi 12": an address, unless 12 may be a price. */
export const STREET = new RegExp(String.raw`^(?:${STREETS}) \p{L}[\p{L} .'’]* \d{1,4}$`, 'iu');

/** What a time with lower prices is called. */
export const MENU_TIME = new RegExp(
  `^(?:${anyOf(
    'happy_hour happy_hours lunch lunch_special lunch_price lunch_deal at_lunch early_bird late_night mittag mittags mittagstisch mittagspreis mittagsangebot am_mittag ' +
      'midi le_midi au_déjeuner déjeuner pranzo a_pranzo aperitivo mediodía almuerzo a_mediodía almoço lunchtijd lunchprijs lunchpris dagens_lunch lounas öğle obiad lunchowa обед бизнес-ланч ' +
      'ハッピーアワー ランチ 午餐 午市 欢乐时光 점심 런치 해피아워 غداء ساعة_سعيدة',
  )})[:.]?$`,
  'iu',
);

/** Headings, notes, and lines of addresses and opening hours, which are no categories however they are set. */
export const NO_CATEGORY = new RegExp(
  [
    `^(?:${SOLD_OUT})[.!]?$`,
    String.raw`^\d+ ?(?:/|of|von|de|di|sur|van|z|из) ?\d+$`,
    String.raw`(?<!\p{L})(?:ruhetag|closed (?:on )?(?:mon|tue|wed|thu|fri|sat|sun)\p{L}*|jour de fermeture|giorno di chiusura)(?!\p{L})`,
    String.raw`^(?:reserv|réserv|prenotazion|rezerw|rezerv|varaukset|бронь|резерв)\p{L}*[:.]? ?[+\d]`,
    "^(?:(?:opening )?hours|öffnungszeiten|horaires(?: d['’]ouverture)?|orari(?: di apertura)?|horario(?: de apertura)?|営業時間|ساعات العمل|أوقات العمل)$",
    String.raw`^(?:${STREETS}) [^,،]*\d+[,،]`,
  ].join('|'),
  'iu',
);

/** Days on which a dish is served, and nothing else: "Montag", "Mondays", "lunes a viernes". */
export const WEEKDAY = new RegExp(
  String.raw`^(?:(?:every|jeden|chaque|ogni|cada|elke) )?(?:${WEEKDAYS}|${DAYS})(?:(?<=\p{L}{5})s)?(?:(?: ?[-–—,/&+.] ?| (?:${TO}|and|und|et|e|y|en|i|a|au|al|t/m) )(?:${WEEKDAYS}|${DAYS})(?:(?<=\p{L}{5})s)?)*[.:]?$`,
  'iu',
);

/** Starts of words for what only allergens are called. */
export const ALLERGEN =
  /(?<!\p{L})(?:glut|crosta|krebst|crustac|moll?us|weicht|lupin|s[eé]sam|sedano|sellerie|celer|céleri|apio|solfit|sul(?:f|ph)it|arachid|erdn[uü]ss|peanut|cacahu)/iu;

/** Lines that are about the restaurant rather than about a dish, even with a price on them. */
export const FOOTER = new RegExp(
  [
    String.raw`^(?:tel|telefon|telephone|phone|fon|fax|mob|mobil|mobile|whatsapp|هاتف)[.:\s]*[+(\d]`,
    String.raw`^(?:page|seite|pagina|página|p\.|s\.)\s*\d{1,3}(?:\s*(?:/|of|von|di|de|sur)\s*\d{1,3})?$`,
    String.raw`^[-–— ]*\d{1,3}\s*[-–—]$|^[-–—]\s*\d{1,3}[-–— ]*$`,
    '営業時間|定休日|^ラストオーダー',
    String.raw`\b(?:coperto|cover charge|service charge|servizio|gedeck|couvert)\b`,
    String.raw`\d{1,2}[:.]\d{2}\s*(?:uhr|h)?\s*[-–—]\s*\d{1,2}[:.]\d{2}.*\b(?:uhr|h)\b`,
    String.raw`\d{1,2}:\d{2}\s*(?:am|pm)?\s*(?:[-–—~〜]|to|bis|à)\s*\d{1,2}:\d{2}`,
    String.raw`^(?:${WEEKDAYS})\.?(?: ?[-–—,:/&] ?| (?:to|bis|à|au) )(?:mo|di|mi|do|fr|sa|so|tu|we|th|su|lu|ma|me|je|ve|gi|\d)[\p{L}\d.:]*(?: |$)`,
    String.raw`, [A-Z]{2} \d{5}(?:-\d{4})?$`,
    String.raw`^\d{1,5}[a-z]? (?:[\p{L}.']+ ){1,3}(?:street|st|avenue|ave|road|rd|boulevard|blvd|lane|ln|row|drive|dr|square|sq)\b`,
    String.raw`^\p{L}+(?:straße|str\.|strasse|gasse|platz) \d`,
    '^(?:in den warenkorb|add to (?:cart|basket|order)|ajouter au panier|aggiungi al carrello|añadir al carrito)$',
    String.raw`^(?:closed|geschlossen|fermé|chiuso|cerrado|established|est\.|follow us)\b`,
    String.raw`^(?:opening hours|öffnungszeiten|horaires|orari)\b.*\d`,
    String.raw`^(?:open|geöffnet|ouvert|aperto|abierto)\b.*\d ?(?:am|pm|uhr|h\b|:\d\d)`,
    String.raw`^\(?(?:[A-Z]|\d{1,2})\)?\s*[=:]\s*\p{L}|^(?:[A-Z]|\d{1,2})\)?\s*[=:–-]\s*[^,;]+[,;]\s*(?:[A-Z]|\d{1,2})\)?\s*[=:–-]`,
  ].join('|'),
  'iu',
);

const MONTHS =
  'jan(?:uary|uar|vier)?|gennaio|enero|feb(?:ruary|ruar)?|février|febbraio|febrero|mar(?:ch|s|zo)|märz|apr(?:il|ile)?|avril|abril|may|mai|maggio|mayo|june?|juni|juin|giugno|junio|july?|juli|juillet|luglio|julio|aug(?:ust)?|août|agosto|sep(?:t|tember|tembre|tiembre)?|settembre|oct(?:ober|obre|ubre)?|okt(?:ober)?|ottobre|nov(?:ember|embre|iembre)?|dec(?:ember)?|dez(?:ember)?|décembre|dicembre|diciembre';

/** What food to go is packed in, and what a place at the table costs. */
const PACKAGING = anyOf(
  'take_?away_box take_?away_packaging packaging packing to_go_box verpackung verpackungspauschale mehrwegbox pfandbox emballage boîte_à_emporter imballo embalagem verpakking opakowanie opakowania obal obaly csomagolás ambalaj ambalaža emballasje förpackning pakkaus ' +
    'упаковка пакування extra_plate additional_plate zusätzlicher_teller räuberteller',
);
/** How the name of a fee ends. */
const FEES = '(?<!\\p{L})(?:charges?|fees?|surcharge)|gebühr|maksu|avgift|gebyr|poplatek|opłata|ücreti|taksa|сбор|збір';
const VOUCHERS = anyOf(
  'gift_vouchers? gift_cards? gutscheine? geschenkgutscheine? bons?_cadeaux? chèques?_cadeaux? buon[oi]_regalo tarjetas?_regalo vales?_presente cadeaubon cadeaubonnen bony_podarunkowe presentkort gavekort dárkový_poukaz подарочный_сертификат',
);
const DISCOUNTS = anyOf(
  'discount off rabatt ermäßigung remise réduction sconto descuento desconto korting rabat zniżki zniżka indirim скидка',
);

/** Lines with an amount that is the price of no dish: totals, dates, and what it costs to order, to pay or to bring wine. */
export const AMOUNT_NOTE = new RegExp(
  [
    String.raw`^(?:(?:sub|grand )?total|totals?|sum|summe|(?:end|gesamt|zwischen)(?:summe|betrag)|betrag|totale|totaal|sous-total|suma|razem|celkem|összesen|итого|всего|合計|小計|합계|المجموع|סה"כ)(?![\p{L}-])(?! \p{Ll})`,
    String.raw`^(?:(?:${WEEKDAYS})[.,]? ?)?(?:\d{1,2}(?:st|nd|rd|th|\.|er|º)? ?(?:of |de )?(?:${MONTHS})\.?,?(?: (?:de )?\d{2,4})?|(?:${MONTHS})\.? \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?|\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})|\d{4}-\d\d-\d\d)$`,
    String.raw`^(?:free |kostenlose |gratis )?(?:deliver(?:y|ies)|lieferung|liefergebühr|livraison|consegna|domicilio|entrega|envío|despacho|taxa de entrega|taxa de serviço|opłata|poplatek|frais|bezorging|bezorgkosten|leverans|levering|dostawa|доставка|配達|配送|배달|توصيل|משלוח)(?!\p{L})`,
    String.raw`^(?:min(?:imum|\.)? (?:order|spend|charge)|mindest(?:bestell|verzehr|umsatz)\p{L}*|commande minim\p{L}*|minimum de commande|ordine minimo|pedido mínimo|consumo mínimo|minimale? bestel\p{L}*|minimalne zamówienie|минимальный заказ)`,
    String.raw`\b(?:cards? (?:are )?(?:only )?(?:accepted|payments?|minimum)|card payments?|(?:we )?accept (?:credit |debit )?cards|kartenzahlung|carte (?:bancaire|bleue)|paiement par carte|cb (?:à partir|acceptée)|pagamento con carta|carta di credito|pago con tarjeta|pinnen vanaf)`,
    String.raw`(?<!\p{L})(?:corkage|korkgeld|stoppelgeld|droit de bouchon|diritto di tappo|descorche|kurkengeld)(?!\p{L})|^(?:deposit|pfand|consigne|cover|couvert|coperto|cubierto|kuver|kuvert|κουβέρ|brutto|netto|mwst|vat|tva|iva|moms|dph|kdv|ндс|пдв|φπα|zu zahlen|tips?|trinkgeld|pourboire|propina|mancia|gorjeta|napiwek|bahşiş|cash|rückgeld)(?!\p{L}| \p{L}|-)|^(?:tisch|table|tavolo|mesa) \d+$`,
    `^(?:${PACKAGING})(?!\\p{L})|(?:${FEES})[^\\p{L}]*(?:\\p{L}{1,3}\\.?)?$`,
    `(?<!\\p{L})(?:${VOUCHERS})(?!\\p{L})|\\d ?% .*(?<!\\p{L})(?:${DISCOUNTS})(?!\\p{L}).*(?:\\p{Sc}|\\d[.,]\\d\\d)`,
    String.raw`^(?:last orders?|küchenschluss|dernières? commandes?|ultimo ordine|última orden)(?!\p{L})`,
    String.raw`^(?:(?:wir )?akzeptieren|siret|iban|ust-?id|p\.? ?iva|vat (?:no|number))(?!\p{L})`,
    String.raw`^\d+ ?(?:x|×|por) ?\p{Sc}? ?[\d.,]+(?: ?\p{Sc})?$`,
    `^(?:お通し|席料|チャージ|サービス料|外送費|外送费|配送费|送餐费|打包费|餐盒费|餐位费|茶位费|服務費|服务费|低消|最低消费|배달비|배달료|포장비|봉사료|phí(?!\\p{L})|phụ thu|ค่า(?:ส่ง|บริการ|กล่อง)|رسوم|الحد الأدنى للطلب|ضريبة|דמי|מינימום הזמנה|мінімальне замовлення|минимальная сумма)`,
  ].join('|'),
  'iu',
);

/** The words before or around one price of all dishes: "All priced at 12", "Alle Pizzen 12,00 €". */
export const ALL_PRICED =
  /^(?:all(?= (?:priced|at|our|served|with|come|include|[\p{L}]+s(?!\p{L}))|$)|everything|each|alles?|jedes|jede|jeder|tous|toutes|tout|tutt[eio]|ogni|tod[oa]s|cada|alla|alle|wszystk\p{L}+|все|すべて|全品)(?!\p{L})[^\d,.;]{0,40}$/iu;

/** What comes with each dish of a section: no dish has such a name. */
export const COMES_WITH =
  /^(?:all|each|everything|alle?s?|jede[rs]?|tous|toutes|tout|tutt[eio]|ogni|tod[oa]s|cada)(?!\p{L}).*(?<!\p{L})(?:served|comes?|includes?|including|serviert|inklusive|mit|servie?s?|avec|servit[eio]|con|servid[oa]s|incluye|met|geserveerd|serveras|med)(?!\p{L})/iu;

/** Notes, if they have no price: "IVA incluido" and what a star stands for. */
export const FOOTNOTE = new RegExp(
  [
    String.raw`^[*¹²³⁴†‡]+ ?\p{L}|^※|税込|税抜`,
    String.raw`\b(?:www\.|https?:)|@[\w-]+\.\w|^@\w|©`,
    String.raw`\b(?:vat|mwst|tva|iva|tax|taxes|service charge|service included|gratuity)\b`,
    String.raw`\b(?:allerg\p{L}*|zusatzstoff\p{L}*|additives|additivi|additifs)\b`,
  ].join('|'),
  'iu',
);
