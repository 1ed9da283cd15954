"""The words in which circulators' affidavits say what they must, by subject. Written from imagination of real forms.

`SETS` names sets of words, `PHRASES` the phrases looked for in one proposition (notation: `phrases.py`). What a hit means
is decided in
`statements.py`; here stand words only.
"""

from __future__ import annotations

from pipeline.section.phrases import word_set

SETS = {
    "SELF": "i me myself circulator affiant undersigned deponent he she declarant",
    "OWN": "my circulators affiants undersigneds his her deponents declarants mine",
    "SIGNATURE": "signature signatures sign signs signed signing signer signers signatory signatories signatures names name affix affixed affixing"
    " wrote write writing written subscribed subscribing subscribe autograph autographs",
    "PERSON": "person persons individual individuals people one elector electors voter voters signer signers party signatory signatories",
    "CIRC": "circulated carried presented took brought handled offered passed circulating circulate carry",
    "PAPER": "section petition paper sheet document pages page form part it",
    "SEE": "witnessed saw watched observed seen witnessing witness watching observing viewed see watch observe",
    "EIGHTEEN": "18 eighteen l8 i8 18th eighteenth",
    "GET": "paid pay paying payment payments pays gave give given giving offered offer promised promise compensated compensate bought buy"
    " bribed bribe rewarded reward provided provide remunerated purchased made make",
    "WORTH": "money value valuable consideration compensation payment payments gift gifts reward rewards remuneration inducement cash dollar"
    " dollars bribe benefit",
}

PHRASES: dict[str, tuple[str, ...]] = {
    # (e)(2)
    "read": ("read|reviewed|studied|examined|familiar|familiarized|acquainted|reads|reading",),
    "understand": ("understand|understands|understood|understanding|comprehend|comprehends|comprehended|know|knows|grasp",),
    "understand-that": ("understand|understands|understood|know|knows|aware that|it|if|the|any|anyone|a",),
    "laws": (
        "law|laws|statute|statutes|rules|ordinance|ordinances|provisions|requirements|regulations|legislation",
        "municipal|city|election|elections code|charter",
        "article|chapter|section|sections ..3 of ..2 code|charter|statutes",
    ),
    "laws-of-petitions": ("circulation|circulating|circulate|circulated|circulator|circulators|petition|petitions|petitioning",),
    # (e)(3)
    "eighteen": ("$EIGHTEEN",),
    "age": ("year|years|age|aged|old|older|birthday|majority", "turned|attained|reached ..3 $EIGHTEEN"),
    "under-age": (
        "under|below ..4 $EIGHTEEN",
        "younger than $EIGHTEEN",
        "less|fewer than $EIGHTEEN",
        "not yet ..4 $EIGHTEEN",
        "nearly|almost $EIGHTEEN",
    ),
    "not-under-age": (
        "not|no|nor less|fewer|younger|under|below ?than ?the ?age ?of $EIGHTEEN",
        "never|not|no ..2 under|below|younger|less ..4 $EIGHTEEN",
        "neither ..3 younger|under|less ..3 $EIGHTEEN",
    ),
    # (e)(4)
    "circulated": ("$CIRC",),
    "circulated-word": ("circulated|circulate|circulating|circulator|carried",),
    "i-circulated": (
        "$SELF ..6 personally ..3 $CIRC",
        "$SELF ..4 circulated|carried|presented ..10 myself|personally|alone|solely|himself|herself",
        "$SELF ..4 $CIRC ..10 in person",
        "$SELF in person circulated|carried",
        "circulated|carried|presented ..6 by ..2 $SELF",
        "personally ..4 by ..2 $SELF",
        "$SELF am|is|was|being|were ..3 person|individual|one who|that ..3 $CIRC",
        "$SELF am|is|was|being|were ..2 sole|only|actual circulator|carrier",
        "$SELF am|was|being|is the circulator ?named ?above of",
        "$SELF ?and ?i alone|only|myself|solely ..1 $CIRC",
        "one|person|nobody|individual other than $SELF ..2 circulated|carried|presented",
        "one|person|nobody|individual|none but|except|besides|save $SELF ..2 circulated|carried|presented",
        "circulated|carried|presented by one|person|nobody|anyone ?else ..2 than|but|except|besides $SELF",
        "by $SELF ?and ..2 only|alone ..3 circulated|carried",
        "personal circulation ..4 by $SELF",
        "my|mine personal|own circulation",
        "circulation ..4 was ..4 my|mine own|personal",
    ),
    "nobody-else-circulated": (
        "no other|one|person|individual ?person|else|individual|one ..2 circulated|carried",
        "nobody ?else ..2 circulated|carried",
        "by|to no|nobody ?one|other|person ?else|person",
    ),
    "plainly-circulated": ("$SELF ?have|has circulated|carried ..4 $PAPER",),
    "someone-circulated": (
        "personally ..2 circulated|carried",
        "circulated|carried ..4 by|through another|others|someone|other|my|an|several|various|agents|volunteers|employees",
        "another|other|assistant|agent|someone|friend|spouse|wife|husband|employee|volunteer|others|he|she ..3 "
        "circulated|carried",
    ),
    # (e)(5)
    "own-presence": (
        "$OWN ..3 presence|sight|view|eyes|observation",
        "presence|sight|view|eyes|observation of ..3 $SELF",
        "$SELF ..4 $SEE",
        "$SEE by $SELF",
        "$CIRC ..8 and ..1 $SEE ..6 signature|signatures|signing|signer|signers|person",
        "$SELF ..1 was|am|were|been|being ..3 present|watching|there|looking|observing",
        "while|when|with|as $SELF ..3 present|watching|watched|looked|stood|looking|observed|observing|beside|there",
        "before|near me",
        "before $OWN eyes",
        "before the circulator|affiant|undersigned|deponent",
    ),
    "presence": ("presence|present|witnessed|saw|watched|observed",),
    # (e)(6)
    "whose-name": (
        "purport|purports|purported|purporting",
        "genuine|true|authentic|actual|real|valid ..2 signature|signatures|autograph",
        "signature|signatures ..3 genuine|true|authentic|real",
        "whose ..3 name|names|signature|signatures ..1 it|they|is|are|appears|appear|she|he|stands|stand|follows",
        "own ..1 name|names|signature|signatures|hand|handwriting",
        "$PERSON ..1 named|whose|bearing",
        "name|names|signature it|they bears|bear|carries|shows|states|gives|represents",
        "it|they claims|claim|professes|appears|appear|represents|represent|is|are|seems ..1 to ..1 be|come|have|belong",
        "that|those|signature|signatures of ..2 $PERSON ..1 named|whose|it|shown|listed|identified|it",
        "signed|written|made|penned by ..3 $PERSON ..1 named|whose|it|shown|listed|identified|bearing|who",
        "person|persons it|they purports|purport|names|name|claims|claim|represents",
        "belongs|belong to ..3 $PERSON",
    ),
    # (e)(7), and 54-124(f)
    "registered": (
        "registered ..4 elector|electors|voter|voters|qualified",
        "registered ..2 to|and ..3 vote",
        "elector|electors|voter|voters ..4 registered",
        "duly|then|validly|properly registered",
        "registration ..3 elector|electors|voter|voters",
        "unregistered",
    ),
    "other-status": ("eligible|qualified ..2 elector|electors|voter|voters|to vote", "entitled|eligible to vote|sign"),
    # (e)(8)
    "pay": (
        "paid|pay|pays|paying|compensated|compensate|bribed|bribe|bought|buy|purchased|purchase|remunerated|rewarded|hired",
        "$GET ..6 $WORTH",
        "$WORTH ..9 $GET",
        "nothing|anything|thing of ..1 value",
    ),
    "pay-past": (
        "paid|gave|given|offered|promised|compensated|bought|bribed|made|did|has|have|been|rewarded|purchased|remunerated|was|were|had",
    ),
    "pay-future": ("will|shall|future|ever|wont|would|hereafter|intend|intends|promised|promise|going",),
    "pay-other": (
        "other|another person|persons|individual|individuals|one|people|party|parties|circulator|anyone",
        "else|others|anothers",
        "anyone|anybody|nobody|someone|noone|person|one ..1 has|have|will|did|on|acting",
        "by anyone|anybody|others|another",
        "nor anyone|anybody|any",
    ),
    "pay-self": ("$SELF|my",),
    "pay-for-signing": ("$SIGNATURE|petition|elector|electors",),
    "paid-to-circulate": (
        "paid|pay|payment|compensation|compensated|hired|employed|volunteer|money|receive|received|wages ..6 to|for|of|as "
        "..3 circulate|circulating|circulation|circulator|collect|collecting|gather|gathering|obtaining",
        "being|was|am|been paid ..2 circulator",
        "paid|volunteer|unpaid circulator|petition",
    ),
    "follow-on": (
        "do|does|done|doing so|this|it|such|that|likewise",
        "has|have|had or|nor will|shall",
        "will|shall do|not|either",
        "else|other ..2 has|will|did",
    ),
    # 10.3(c)
    "number-signed": (
        "number of ..4 signatures|signers|names|lines",
        "$HOLDS ..5 signatures|names",
        "there are|is|were ..4 signatures|names",
        "signatures ..3 number|total|numbering|totalling|totaling",
        "total of ..3 signatures",
    ),
    "opportunity": ("opportunity|chance|able|available|allowed|permitted|could|opportunities|invited|free|access",),
    "to-read": ("read|reading|review|examine|inspect|reviewing",),
    "signing": ("$SIGNATURE",),
    "before": ("before|prior|previous|first|beforehand|until|when|preceding",),
}
SETS["HOLDS"] = "contains contain containing bears bear bearing has have having holds with carries carrying includes including"

NEGATIONS = word_set(
    "not no never neither nor none nobody nothing cannot without didnt havent hasnt wasnt werent dont doesnt wont isnt "
    "arent failed refused"
    " refuse noone untrue false"
)
PARTLY = word_set("some most many several few half nearly almost majority certain mostly partly")
# A second negative that turns the first one round: "no signature outside my presence".
EXCEPTIONS = (
    "outside",
    "other than",
    "except",
    "besides",
    "out of",
    "away from",
    "unless",
    "elsewhere",
    "unregistered",
    "rather than",
    "save",
)
BUT_AFTER = word_set("no none nobody nothing noone")
SUBORDINATE = word_set("when while before after during time until as whenever")

# Known other matter of real affidavits: oath, particulars, penalties, instructions, completeness of the paper.
BOILERPLATE: dict[str, tuple[str, ...]] = {
    "oath": (
        "sworn|oath|swear|depose|deposes|affirm|perjury|sworn|affirmed",
        "$SELF ..3 state|states|declare|declares|certify|certifies|say|says|affirm|swear|attest",
        "as follows",
        "state|states|declare|say|certify ..3 following",
    ),
    "particulars": (
        "reside|resides|residing|resident|residence|residing|live|lives",
        "my|printed|legal|full name is",
        "address is|of|at|where",
        "citizen of",
        "date|day of",
        "state|county|city of",
    ),
    "penalty": (
        "penalty|penalties|punishable|prosecuted|prosecution|felony|misdemeanor|fine|imprisonment|crime|criminal|offense|unlawful|fraud|violation|guilty",
        "false|untrue|misleading ..2 statement|statements|affidavit|information|oath",
    ),
    "this-paper": (
        "this|foregoing|above|my ..2 affidavit|statement|declaration|certificate|oath",
        "affidavit|statement|declaration|certificate|oath of|by ?the ?petition circulator|person|individual|affiant",
        "affidavit ..6 must|shall|may|is|was",
        "make|makes|made|making|sign|signs|execute|executed|give ..3 affidavit|statement|declaration",
        "true|correct|accurate|complete ..1 and|to ..2 correct|complete|accurate|best|true",
        "free|own|voluntarily|freely ..2 will|act|accord|volition|voluntarily",
        "foregoing|above|statements|facts ..4 true|correct",
        "duly authorized|authorised",
        "of|upon|with my|his own|personal knowledge",
        "competent to",
    ),
    "filing": (
        "clerk ..6 accept|file|filing|reject|refuse|return|retain|count|office",
        "not ..2 accepted|filed|counted|valid",
        "filed|filing|submitted|returned|delivered ..6 clerk|city",
        "will|shall|may|is ..3 rejected|invalid|void|refused|disallowed|invalidated",
    ),
    "whole-paper": (
        "page|pages|sheet|sheets|section|copy|part ..6 "
        "removed|replaced|added|detached|disassembled|separated|altered|attached|unfastened|fastened|taken|assembled|stapled|changed|bound",
        "attached|affixed|fastened|stapled ..4 to ..5 section|petition|paper|page|pages|copy|text|measure",
        "complete|full|correct|true ..2 copy|text ..6 attached|included|measure|ordinance|affixed|part",
        "unattended|disassemble|disassembly|disassembled|altered|alter|intact|tampered",
        "copy|text of the ..3 measure|ordinance|initiative|summary",
    ),
    "instruction": (
        "must ?be|not|sign|complete|print",
        "please|print|type|legibly|instructions|note|notice|attention|completed|complete|fill|required|reverse|check",
        "do not",
        "only one|after",
        "you ..2 sign|may|must|are|have",
        "circulator may ..2 also|be",
        "organized|organised|paid|sponsored for|by",
        "mail|return|send ..3 completed|to|petition|sheets",
        "signatures ..6 obtained|collected|gathered ..4 between|from|on",
        "use|office|official|clerks ..1 only|use",
    ),
    "paid-circulator": PHRASES["paid-to-circulate"],
    "other-rights": (
        "did|have|has|do not ..6 sign|signed ..6 name|more|twice|once",
        "explained|answered|answer|explain|showed|shown|informed|told|warned|identification|carried",
        "understand|understands|know|knows|aware that",
        "do|did|have not|never ..4 encourage|asked|ask|induced|knowingly|intentionally|permit|permitted|allow|allowed",
        "misrepresent|misrepresented|misled|mislead",
        "thank|contact|telephone|phone|email|questions",
    ),
}
BOILERPLATE_NAMES = tuple(f"boiler:{name}" for name in BOILERPLATE)

# Words that show which statement a sentence that nothing explains might be about. Wide on purpose: here a word too many
# only sends a missing statement to a person.
FIELDS: dict[str, frozenset[str]] = {
    "read-laws": word_set(
        "law laws statute statutes rules ordinance ordinances regulations read understand understands code legal familiar"
    ),
    "aged-18": word_set("age aged years old older adult eighteen 18 birthday majority born minor"),
    "circulated-personally": word_set(
        "circulated circulate circulating carried personally myself alone sole hands presented took"
    ),
    "signed-in-presence": word_set(
        "presence present witnessed witness saw seen watched observed sight eyes view before signature signatures signed "
        "signing sign"
    ),
    "genuine": word_set("genuine true authentic own name names purport purports person persons signature signatures forged hand"),
    "registered": word_set("registered elector electors voter voters registration qualified eligible rolls vote"),
    "not-paid": word_set(
        "pay paid payment money value valuable gift reward inducement consideration compensation buy bought bribe dollar "
        "dollars benefit offered"
        " gave given promise promised induce induced exchange bargain sell sold"
    ),
    "number-of-signatures": word_set("number signatures contains containing bearing total count lines"),
    "opportunity-to-read": word_set("opportunity chance read text available review able"),
}

# Ordinary words of such papers. They stand in no phrase; they are here so that no slip of a letter is seen in them
# ("sought", "bought").
ORDINARY = word_set(
    "about above accept according acting action adopted against agent amended amendment among answer appear application "
    "apply approve"
    " approved assembled attach attempt attorney authority ballot based bound business call candidate cause cause causing "
    "charge charged"
    " charter check citizen cities city clerks collect collected colorado commission commissioned common constitution "
    "contents convicted"
    " council correctly counted county course court dated dates days december delivered department describe designated "
    "direct district"
    " document done during duty earlier effect either elected election enclosed entered entire entitled event every exact "
    "except executed"
    " expires explain face fact facts federal figure find finding fixed folio force form forms forth full furnished "
    "general good"
    " governing ground half hand hands heard held herein hereto hour identified identity impartial included indicated "
    "influence initiative"
    " initial inside intact intend interest issue issued january july june keep kept known lane large last lawful leave "
    "left legal length"
    " letter line lines live lived location made mail main manner march mark matter mayor means measure meeting member "
    "message method might"
    " mind moment month months municipality named nature necessary need none notarial notary november number numbered "
    "oath object occupied"
    " october offered office officer official once only open order ordered original others ourselves outside over page "
    "paid parties party"
    " passed period permitted personal place placed plain please position possible post power prepared prescribed print "
    "printed proceed"
    " proper proposal proposed propose provided public purpose question reached reason reasons recall received "
    "reconsidered record"
    " referendum referred regular relating removed reside resident residing respect result return road round rule said "
    "same school seal"
    " sealed second secretary september serial served several shown sides side sight similar since sought space special "
    "stand standing"
    " state stated station stood street strike subject submitted such suit summary taken telling term thing third thought "
    "thought through"
    " thus together took total town township true truth turn typed undersigned union unit united until upon used using "
    "vote voted ward water"
    " ways week well whole will within word words work worker written year yours zone brought bring bound sound"
)
