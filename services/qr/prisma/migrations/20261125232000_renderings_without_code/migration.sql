-- They were kept under a code's id and what follows it in a link with the menu's version, so nothing deleted them with their
-- restaurant. They are drawn anew when they are asked for.
DELETE FROM "rendering" WHERE "code_id" LIKE '%?%';
